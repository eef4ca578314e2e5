import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { PageInfo, PageResponse } from '#core/resources/calls/pageResponse.ts'
import { may } from '#core/resources/may.ts'
import { recordFieldSchemas, typedRecordSchema } from '#core/resources/recordSchema.ts'
import { newRecordSchema } from '#core/resources/schema.ts'
import { device_ports } from './device_ports.ts'
import { devices } from './devices.ts'
import { tags } from './tags.ts'

const mayUpdate = may(devices, 'update')
const staffMayUpdate: Access = { who: { module: 'devices', action: 'update', loginTypes: STAFF } }
const ofDevice = () => z.object({ device_id: Id })
const ofTag = () => ofDevice().extend({ tag_id: Id })
const Tags = () => z.object({ tags: z.array(z.object({ tag_id: z.int(), tag: z.string() })) })

const Port = () => typedRecordSchema(device_ports)

const Command = () => ({
  command_id: z.int(),
  command: z.int(),
  status: z.enum(['queued', 'sent', 'confirmed', 'failed']),
  queued_at: z.iso.datetime(),
})

export const saveDevicesInBulk = defineCall({
  method: 'POST',
  path: '/devices/bulk',
  access: may(devices, 'create'),
  body: () => z.object({ devices: z.array(z.looseObject({})).min(1).max(500) }),
  response: () =>
    z.object({
      devices: z.array(
        z.object({
          index: z.int(),
          device_id: z.int(),
          public_id: z.string(),
          result: z.enum(['created', 'changed']),
        }),
      ),
    }),
})

const Part = () => z.looseObject({})

export const setUpPlace = defineCall({
  method: 'POST',
  path: '/places',
  access: may(devices, 'create'),
  body: () =>
    z.object({
      company_id: z
        .int()
        .positive()
        .optional()
        .describe('An existing customer; use `customer` for a new one.'),
      customer: Part().optional(),
      phone: Part().optional().describe('A phone number of the customer.'),
      email: Part().optional().describe('An e-mail address of the customer.'),
      site_id: z
        .int()
        .positive()
        .optional()
        .describe('An existing site; use `site` for a new one. Both are optional.'),
      site: Part().optional(),
      device: Part(),
      tank: Part(),
    }),
  response: () =>
    z.object({
      place: z.object({
        company_id: z.int(),
        site_id: z.int().nullable(),
        device_id: z.int(),
        device_ports_id: z.int(),
      }),
    }),
})

export const moveDevice = defineCall({
  method: 'PATCH',
  path: '/devices/:device_id/move',
  access: staffMayUpdate,
  params: ofDevice,
  body: () => z.object({ company_id: z.int().positive() }),
  response: () => z.object({ device: typedRecordSchema(devices) }),
})

export const reprovisionDevice = defineCall({
  method: 'PATCH',
  path: '/devices/:device_id/reprovision',
  access: staffMayUpdate,
  params: ofDevice,
  response: () => z.object({ device_key: z.string() }),
})

export const listDeviceCommands = defineCall({
  method: 'GET',
  path: '/devices/:device_id/commands',
  access: may(devices, 'read'),
  params: ofDevice,
  response: () =>
    z.object({
      device_commands: z.array(
        z.object({
          ...Command(),
          sent_at: z.iso.datetime().nullable(),
          confirmed_at: z.iso.datetime().nullable(),
          reason: z.string().nullable(),
          queued_by: z.string().nullable(),
        }),
      ),
      page: PageResponse,
    }),
})

export const queueDeviceCommand = defineCall({
  method: 'POST',
  path: '/devices/:device_id/commands',
  access: mayUpdate,
  params: ofDevice,
  body: () => z.object({ command: z.int().min(1).max(4) }),
  response: () => z.object({ device_command: z.object(Command()) }),
})

export const listDeviceUsers = defineCall({
  method: 'GET',
  path: '/devices/:device_id/users',
  access: may(devices, 'read'),
  params: ofDevice,
  response: () =>
    z.object({
      users: z.array(
        z.object(
          recordFieldSchemas(users, ['user_id', 'username', 'first_name', 'last_name', 'login_type_id']),
        ),
      ),
      page: PageResponse,
    }),
})

export const tagDevice = defineCall({
  method: 'POST',
  path: '/devices/:device_id/tags',
  access: may(tags, 'update'),
  params: ofDevice,
  body: () => z.object({ tag: z.string().trim().min(1).max(65) }),
  response: Tags,
})

export const attachTag = defineCall({
  method: 'POST',
  path: '/devices/:device_id/attach_tags/:tag_id',
  access: may(tags, 'update'),
  params: ofTag,
  response: Tags,
})

export const detachTag = defineCall({
  method: 'DELETE',
  path: '/devices/:device_id/tags/:tag_id',
  access: may(tags, 'update'),
  params: ofTag,
  response: Tags,
})

export const listPorts = defineCall({
  method: 'GET',
  path: '/devices/:device_id/ports',
  access: may(devices, 'read'),
  params: ofDevice,
  response: () => z.object({ device_ports: z.array(Port()), page: PageInfo }),
})

export const savePort = defineCall({
  method: 'POST',
  path: '/devices/:device_id/ports',
  access: mayUpdate,
  params: ofDevice,
  body: () => newRecordSchema(device_ports),
  response: () => z.object({ device_port: Port() }),
})

export const changePort = defineCall({
  method: 'PATCH',
  path: '/devices/:device_id/ports/:device_ports_id',
  access: mayUpdate,
  params: () => ofDevice().extend({ device_ports_id: Id }),
  body: () => newRecordSchema(device_ports).partial(),
  response: () => z.object({ device_port: Port() }),
})

export const removePort = defineCall({
  method: 'DELETE',
  path: '/devices/:device_id/ports/:port_number',
  access: mayUpdate,
  params: () => ofDevice().extend({ port_number: Id }),
  response: () => z.object({}),
})
