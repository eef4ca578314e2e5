import { z } from 'zod'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import type { Action } from '#core/platform/modules.ts'
import { newRecordSchema } from '#core/resources/schema.ts'
import type { Context } from '#server/platform/context.ts'
import type { Access, Call } from '#server/platform/http.ts'
import { notFound } from '#server/platform/refusal.ts'
import { bodyCheckedByOperation } from '#server/resources/bodyCheckedByOperation.ts'
import { listRecords } from '#server/resources/list.ts'
import { listQueryOf } from '#server/resources/listQuery.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { PageAnswer, pageOfAll } from '#server/resources/pageOfAll.ts'
import { readRecord, requireVisible } from '#server/resources/rows.ts'
import { refuseUnknownFields } from '#server/resources/unknownFields.ts'
import { attachTag, detachTag, tagDevice } from './deviceTags.ts'
import { findPort } from './findPort.ts'
import { readDevice } from './listDevices.ts'
import { listDeviceUsers } from './listDeviceUsers.ts'
import { moveDevice } from './moveDevice.ts'
import { listCommands, queueCommand } from './queueCommand.ts'
import { reprovisionDevice } from './reprovisionDevice.ts'
import { saveDevicesInBulk } from './saveDevicesInBulk.ts'
import { createPort, portLevelNotice, removePort, updatePort } from './savePort.ts'

const may = (action: Action): Access => ({ module: 'devices', action, loginTypes: devices.loginTypes })
const mayTag = (action: Action): Access => ({ module: 'tags', action, loginTypes: tags.loginTypes })
const onlyStaff = (action: Action): Access => ({ module: 'devices', action, loginTypes: STAFF })

const OfDevice = z.object({ device_id: Id })
const OfTag = OfDevice.extend({ tag_id: Id })
const TagsAnswer = z.object({ tags: z.array(z.looseObject({ tag_id: z.int(), tag: z.string() })) })
const saved = { message: 'messages.saved', type: 'success' } as const
const tag = 'devices'

/** What can be done with a device beside the calls that every record has. */
export const deviceCalls: Call[] = [
  {
    method: 'POST',
    path: '/devices/bulk',
    tag,
    summary: 'Make or change up to 500 devices, all or nothing, with a report by row',
    access: may('create'),
    body: z.object({ devices: z.array(z.looseObject({})).min(1).max(500) }),
    answer: z.object({ devices: z.array(z.looseObject({})) }),
    run: async (context, { body }) => ({ devices: await saveDevicesInBulk(context, body.devices), ...saved }),
  },
  {
    method: 'PATCH',
    path: '/devices/:device_id/move',
    tag,
    summary: 'Give a device to another company; its history stays with the owner of the time',
    access: onlyStaff('update'),
    params: OfDevice,
    body: z.object({ company_id: z.int().positive() }),
    answer: z.object({ device: z.looseObject({}) }),
    run: async (context, { params, body }) => {
      await moveDevice(context, params.device_id, body.company_id)
      return { device: await readDevice(context, params.device_id), ...saved }
    },
  },
  {
    method: 'PATCH',
    path: '/devices/:device_id/reprovision',
    tag,
    summary: 'Give a device a new key, shown this once',
    access: onlyStaff('update'),
    params: OfDevice,
    answer: z.object({ device_key: z.string() }),
    run: async (context, { params }) => ({
      device_key: await reprovisionDevice(context, params.device_id),
      ...saved,
    }),
  },
  {
    method: 'GET',
    path: '/devices/:device_id/commands',
    tag,
    summary: 'The newest commands of a device and what became of them',
    access: may('read'),
    params: OfDevice,
    answer: z.object({ device_commands: z.array(z.looseObject({})), page: PageAnswer }),
    run: async (context, { params }) => {
      await requireVisible(context, devices, params.device_id)
      const device_commands = await listCommands(context, params.device_id)
      return { device_commands, page: pageOfAll(device_commands) }
    },
  },
  {
    method: 'POST',
    path: '/devices/:device_id/commands',
    tag,
    summary: 'Send a command: 1 report now, 2 restart, 3 update firmware, 4 re-provision',
    access: may('update'),
    params: OfDevice,
    body: z.object({ command: z.int().min(1).max(4) }),
    answer: z.object({ device_command: z.looseObject({}) }),
    run: async (context, { params, body }) => ({
      device_command: await queueCommand(context, params.device_id, body.command),
      message: 'messages.command_queued',
      type: 'success',
    }),
  },
  {
    method: 'GET',
    path: '/devices/:device_id/users',
    tag,
    summary: 'The users who can see a device',
    access: may('read'),
    params: OfDevice,
    answer: z.object({ users: z.array(z.looseObject({})), page: PageAnswer }),
    run: async (context, { params }) => {
      const users = await listDeviceUsers(context, params.device_id)
      return { users, page: pageOfAll(users) }
    },
  },
  {
    method: 'POST',
    path: '/devices/:device_id/tags',
    tag,
    summary: 'Hang a tag on a device; a new text makes a new tag',
    access: mayTag('update'),
    params: OfDevice,
    body: z.object({ tag: z.string().trim().min(1).max(65) }),
    answer: TagsAnswer,
    run: async (context, { params, body }) => ({
      tags: await tagDevice(context, params.device_id, body.tag),
      ...saved,
    }),
  },
  {
    method: 'POST',
    path: '/devices/:device_id/attach_tags/:tag_id',
    tag,
    summary: 'Hang an existing tag on a device',
    access: mayTag('update'),
    params: OfTag,
    answer: TagsAnswer,
    run: async (context, { params }) => ({
      tags: await attachTag(context, params.device_id, params.tag_id),
      ...saved,
    }),
  },
  {
    method: 'DELETE',
    path: '/devices/:device_id/tags/:tag_id',
    tag,
    summary: 'Take a tag off a device',
    access: mayTag('update'),
    params: OfTag,
    answer: TagsAnswer,
    run: async (context, { params }) => ({
      tags: await detachTag(context, params.device_id, params.tag_id),
      message: 'messages.deleted',
      type: 'success',
    }),
  },
  {
    method: 'GET',
    path: '/devices/:device_id/ports',
    tag,
    summary: 'The ports of a device with their tanks, in both unit systems',
    access: may('read'),
    params: OfDevice,
    answer: z.object({ device_ports: z.array(z.looseObject({})), page: z.looseObject({}) }),
    run: async (context, { params }) => {
      await requireVisible(context, devices, params.device_id)
      const query = listQueryOf(device_ports, {
        page_size: '0',
        sort: 'port_number',
        device_id: String(params.device_id),
      })
      const { rows, page } = await listRecords(context, device_ports, query)
      return { device_ports: rows, page }
    },
  },
  {
    method: 'POST',
    path: '/devices/:device_id/ports',
    tag,
    summary: 'Set up a port, or change the one whose device_ports_id is sent',
    access: may('update'),
    params: OfDevice,
    body: bodyCheckedByOperation(() => newRecordSchema(device_ports)),
    answer: z.object({ device_port: z.looseObject({}) }),
    run: async (context, { params, body }) => {
      const { device_ports_id, ...rest } = body
      if (!device_ports_id) await refuseUnknownFields(device_ports, rest)
      const given = { ...rest, device_id: params.device_id }
      if (!device_ports_id) return { device_port: await createPort(context, given), ...saved }
      await requirePortOf(context, params.device_id, device_ports_id)
      await refuseUnknownFields(device_ports, rest, {
        read: () => readRecord(context, device_ports, Number(device_ports_id)),
      })
      return changedPort(context, device_ports_id, given)
    },
  },
  {
    method: 'PATCH',
    path: '/devices/:device_id/ports/:device_ports_id',
    tag,
    summary: 'Change a port',
    access: may('update'),
    params: OfDevice.extend({ device_ports_id: Id }),
    body: bodyCheckedByOperation(() => newRecordSchema(device_ports).partial()),
    answer: z.object({ device_port: z.looseObject({}) }),
    run: async (context, { params, body }) => {
      await requirePortOf(context, params.device_id, params.device_ports_id)
      await refuseUnknownFields(device_ports, body, {
        read: () => readRecord(context, device_ports, params.device_ports_id),
      })
      await refuseStale(context, device_ports, params.device_ports_id, body)
      const given = { ...body, device_id: params.device_id }
      return changedPort(context, params.device_ports_id, given)
    },
  },
  {
    method: 'DELETE',
    path: '/devices/:device_id/ports/:port_number',
    tag,
    summary: 'Take a port away, by its number; its history stays',
    access: may('update'),
    params: OfDevice.extend({ port_number: Id }),
    answer: z.object({}),
    run: async (context, { params }) => {
      await requireVisible(context, devices, params.device_id)
      await removePort(context, await findPort(context, params.device_id, params.port_number))
      return { message: 'messages.deleted', type: 'success' }
    },
  },
]

/** @throws Refusal 404 unless the port hangs from that device. */
async function requirePortOf(
  context: Parameters<Call['run']>[0],
  device_id: number,
  id: unknown,
): Promise<void> {
  const port_id = Id.safeParse(id)
  if (!port_id.success) throw notFound()
  const port = await readRecord(context, device_ports, port_id.data)
  if (port.device_id !== device_id) throw notFound()
}

/** Whoever has changed what a level is computed from is told what has become of it. */
async function changedPort(context: Context, id: number, body: object) {
  const before = await readRecord(context, device_ports, id)
  const device_port = await updatePort(context, id, body)
  return { device_port, ...saved, message: portLevelNotice(before, device_port) ?? saved.message }
}
