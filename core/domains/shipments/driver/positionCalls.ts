import { z } from 'zod'
import { DISPATCH_LOGIN_TYPES } from '#core/domains/dispatch/dispatchLoginTypes.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { may } from '#core/resources/may.ts'
import { shipment_planners } from '../shipment_planners.ts'

const Place = () => ({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

export const tellPosition = defineCall({
  method: 'POST',
  path: '/driver/position',
  access: may(shipment_planners, 'update'),
  body: () =>
    z.object({
      shipment_id: Id,
      position: z
        .object({ ...Place(), at: z.iso.datetime({ offset: true }) })
        .nullable()
        .describe('Nothing when the driver does not want it to be known any more: what was kept is erased.'),
    }),
  answer: () =>
    z.object({
      is_kept: z.boolean().describe('Only while the round is in route, and nothing newer is known.'),
    }),
})

const ExpectedStop = () =>
  z.object({
    stop_id: z.int(),
    sequence: z.int(),
    place: z.string(),
    time_zone: z.string().describe('Of the site.'),
    expected_arrival: z.iso.datetime().nullable(),
  })

export const listTruckPositions = defineCall({
  method: 'GET',
  path: '/dispatch/trucks_on_the_road',
  access: {
    who: { module: 'shipment_planners' as const, action: 'read' as const, loginTypes: DISPATCH_LOGIN_TYPES },
  },
  answer: () =>
    z.object({
      trucks: z.array(
        z.object({
          shipment_id: z.int(),
          shipment_number: z.string(),
          truck_title: z.string().nullable(),
          driver: z.string().nullable(),
          position: z
            .object({ ...Place(), at: z.iso.datetime() })
            .nullable()
            .describe('The latest, where the driver lets it be known.'),
          stops: z.array(ExpectedStop()).describe('Those that are still before it, in their order.'),
        }),
      ),
    }),
})

/** A truck on the road as the board shows it. */
export type TruckOnTheRoad = z.output<ReturnType<typeof listTruckPositions.answer>>['trucks'][number]
