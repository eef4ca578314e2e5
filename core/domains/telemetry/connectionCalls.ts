import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { PageResponse } from '#core/resources/calls/pageResponse.ts'
import { may } from '#core/resources/may.ts'
import { connections, DECODERS } from './connections/connections.ts'
import { FORMATS } from './connections/networkMessages.ts'

const mayRead = may(connections, 'read')
const mayUpdate = may(connections, 'update')
const device: Access = { who: 'device' }
const ofConnection = () => z.object({ connection_id: Id })
const DeviceKey = () => z.string().min(1).max(64)

const Outcome = () => ({
  accepted: z.int().describe('Records stored now.'),
  duplicates: z.int().describe('Records stored before.'),
  unread: z.int().describe('Uplinks that could not be read; the page of the connection lists them.'),
})

export const sendToConnection = defineCall({
  method: 'POST',
  path: '/intake/:token',
  access: device,
  params: () => z.object({ token: z.string() }),
  query: () =>
    z.looseObject({
      device: z.string().max(64).optional().describe('The device, for bodies that name none.'),
    }),
  body: () => z.unknown(),
  response: () => z.object(Outcome()),
})

export const makeConnectionAddress = defineCall({
  method: 'PATCH',
  path: '/connections/:connection_id/address',
  access: mayUpdate,
  params: ofConnection,
  response: () => z.object({ address: z.string() }),
})

export const listConnectionDevices = defineCall({
  method: 'GET',
  path: '/connections/:connection_id/devices',
  access: mayRead,
  params: ofConnection,
  response: () =>
    z.object({
      connection_devices: z.array(
        z.object({
          device_key: z.string(),
          device_id: z.int().nullable(),
          device_title: z.string().nullable(),
          is_linked: z
            .boolean()
            .describe('Whether a person linked it; other devices are found by their ids.'),
          first_seen_at: z.iso.datetime(),
          last_seen_at: z.iso.datetime(),
        }),
      ),
      page: PageResponse,
    }),
})

export const linkConnectionDevice = defineCall({
  method: 'POST',
  path: '/connections/:connection_id/devices',
  access: mayUpdate,
  params: ofConnection,
  body: () =>
    z.object({
      device_key: DeviceKey(),
      device_id: z.int().positive().nullable().describe('Null removes the link.'),
    }),
})

export const listUnreadUplinks = defineCall({
  method: 'GET',
  path: '/connections/:connection_id/unread',
  access: mayRead,
  params: ofConnection,
  response: () =>
    z.object({
      unread_uplinks: z.array(
        z.object({
          uplink_id: z.int(),
          received_at: z.iso.datetime(),
          device_key: z.string().nullable(),
          reason: z.string(),
          detail: z.string(),
          body: z.string(),
          is_cut: z.boolean(),
        }),
      ),
      page: PageResponse,
    }),
})

export const readUplinksAgain = defineCall({
  method: 'POST',
  path: '/connections/:connection_id/read_again',
  access: mayUpdate,
  params: ofConnection,
  body: () => z.object({ device_key: DeviceKey().optional() }),
  response: () => z.object(Outcome()),
})

export const tryConnection = defineCall({
  method: 'POST',
  path: '/connections/try',
  access: mayUpdate,
  body: () =>
    z.object({
      format: z.enum(FORMATS),
      decoder: z.enum(DECODERS),
      decoder_code: z.string().max(65_535).nullish(),
      value_paths: z.array(z.looseObject({})).max(64).nullish(),
      sample: z.string().min(1).max(65_535).describe('A body as the network sends it.'),
    }),
  response: () =>
    z.object({
      reason: z.string().nullable().describe('Why the sample as a whole could not be read.'),
      messages: z.array(
        z.object({
          device_key: z.string().nullable(),
          time: z.iso.datetime().nullable(),
          reason: z.string().nullable(),
          detail: z.string(),
          fields: z
            .array(z.object({ path: z.string(), value: z.string() }))
            .describe('Values from the network or the decoder, by path.'),
          values: z.array(z.object({ port: z.int().nullable(), value: z.string(), number: z.number() })),
        }),
      ),
    }),
})
