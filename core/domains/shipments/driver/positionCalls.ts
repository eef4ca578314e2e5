import { z } from 'zod'
import { DISPATCH_LOGIN_TYPES } from '#core/domains/dispatch/dispatchLoginTypes.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { may } from '#core/resources/may.ts'
import { shipment_planners } from '../shipment_planners.ts'

const Place = () => ({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

export const reportPosition = defineCall({
  method: 'POST',
  path: '/driver/position',
  access: may(shipment_planners, 'update'),
  body: () =>
    z.object({
      shipment_id: Id,
      position: z
        .object({ ...Place(), at: z.iso.datetime({ offset: true }) })
        .nullable()
        .describe('Null when the driver stops sharing: the stored position is erased.'),
    }),
  response: () =>
    z.object({
      is_kept: z.boolean().describe('False unless the round is in route and the position is the newest.'),
    }),
})

const ExpectedStop = () =>
  z.object({
    stop_id: z.int(),
    sequence: z.int(),
    place: z.string(),
    time_zone: z.string().describe('Time zone of the site.'),
    expected_arrival: z.iso.datetime().nullable(),
  })

export const listTruckPositions = defineCall({
  method: 'GET',
  path: '/dispatch/trucks_on_the_road',
  access: {
    who: { module: 'shipment_planners' as const, action: 'read' as const, loginTypes: DISPATCH_LOGIN_TYPES },
  },
  response: () =>
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
            .describe('Latest position, if the driver shares it.'),
          stops: z.array(ExpectedStop()).describe('Remaining stops, in order.'),
        }),
      ),
    }),
})

/** A truck in route, as the board shows it. */
export type TruckOnTheRoad = z.output<ReturnType<typeof listTruckPositions.response>>['trucks'][number]
