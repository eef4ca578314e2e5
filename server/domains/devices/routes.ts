import * as calls from '#core/domains/devices/calls.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { Id } from '#core/platform/id.ts'
import type { Values } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { notFound } from '#server/platform/refusal.ts'
import { saveWithoutLoss } from '#server/resources/changes/unknownFields.ts'
import { listRecords } from '#server/resources/lists/list.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { pageOfAll } from '#server/resources/lists/pageOfAll.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { readRecord, requireVisible } from '#server/resources/rows.ts'
import { attachTag, detachTag, tagDevice } from './deviceTags.ts'
import { readDevice } from './listDevices.ts'
import { listDeviceUsers } from './listDeviceUsers.ts'
import { lockDevices } from './lockDevices.ts'
import { moveDevice } from './moveDevice.ts'
import { setUpPlace } from './places/setUpPlace.ts'
import { listCommands, queueCommand } from './queueCommand.ts'
import { reprovisionDevice } from './reprovisionDevice.ts'
import { saveDevicesInBulk } from './saveDevicesInBulk.ts'
import { createPort, portLevelNotice, removePort, updatePort } from './savePort.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

/** The calls of devices in addition to the standard ones. */
export const deviceCalls = handleAll('devices', calls, {
  saveDevicesInBulk: {
    summary: 'Create or change up to 500 devices, all or none, with a report by row',
    run: async (context, { body }) => ({ devices: await saveDevicesInBulk(context, body.devices), ...saved }),
  },
  setUpPlace: {
    summary:
      'Set up a place in one call: its customer and site, new or existing, a device and its tank; all or none',
    run: async (context, { body }) => ({
      place: await setUpPlace(context, body),
      message: 'messages.place_set_up',
      type: 'success',
    }),
  },
  moveDevice: {
    summary: 'Move a device to another company; its history stays with its owner at the time',
    run: async (context, { params, body }) => {
      await moveDevice(context, params.device_id, body.company_id)
      return { device: await readDevice(context, params.device_id), ...saved }
    },
  },
  reprovisionDevice: {
    summary: 'Give a device a new key; it is shown only once',
    run: async (context, { params }) => ({
      device_key: await reprovisionDevice(context, params.device_id),
      ...saved,
    }),
  },
  listDeviceCommands: {
    summary: 'The newest commands of a device and their outcomes',
    run: async (context, { params }) => {
      await requireVisible(context, devices, params.device_id)
      const device_commands = await listCommands(context, params.device_id)
      return { device_commands, page: pageOfAll(device_commands) }
    },
  },
  queueDeviceCommand: {
    summary: 'Send a command: 1 report now, 2 restart, 3 update firmware, 4 re-provision',
    run: async (context, { params, body }) => ({
      device_command: await queueCommand(context, params.device_id, body.command),
      message: 'messages.command_queued',
      type: 'success',
    }),
  },
  listDeviceUsers: {
    summary: 'The users who can see a device',
    run: async (context, { params }) => {
      const users = await listDeviceUsers(context, params.device_id)
      return { users, page: pageOfAll(users) }
    },
  },
  tagDevice: {
    summary: 'Add a tag to a device by its text; a new text creates a tag',
    run: async (context, { params, body }) => ({
      tags: await tagDevice(context, params.device_id, body.tag),
      ...saved,
    }),
  },
  attachTag: {
    summary: 'Add an existing tag to a device',
    run: async (context, { params }) => ({
      tags: await attachTag(context, params.device_id, params.tag_id),
      ...saved,
    }),
  },
  detachTag: {
    summary: 'Remove a tag from a device',
    run: async (context, { params }) => ({
      tags: await detachTag(context, params.device_id, params.tag_id),
      message: 'messages.deleted',
      type: 'success',
    }),
  },
  listPorts: {
    summary: 'The ports of a device with their tanks, in both unit systems',
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
  savePort: {
    summary: 'Set up a port, or change the one whose device_ports_id is sent',
    checksBody: true,
    run: async (context, { params, body }) => {
      const { device_ports_id, ...rest } = body
      const input = { ...rest, device_id: params.device_id }
      if (!device_ports_id) {
        const make = () => createPort(context, input)
        return { device_port: await saveWithoutLoss(context, device_ports, rest, {}, make), ...saved }
      }
      await requirePortOf(context, params.device_id, device_ports_id)
      return changedPort(context, Number(device_ports_id), rest, input)
    },
  },
  changePort: {
    summary: 'Change a port',
    checksBody: true,
    run: async (context, { params, body }) => {
      await requirePortOf(context, params.device_id, params.device_ports_id)
      const input = { ...body, device_id: params.device_id }
      return changedPort(context, params.device_ports_id, body, input, async () => {
        await lockDevices(context, [params.device_id])
        await refuseStale(context, device_ports, params.device_ports_id, body)
      })
    },
  },
  removePort: {
    summary: 'Remove a port by its number; its history stays',
    run: async (context, { params }) => {
      await requireVisible(context, devices, params.device_id)
      await lockDevices(context, [params.device_id])
      await removePort(context, await findPort(context, params.device_id, params.port_number))
      return { message: 'messages.deleted', type: 'success' }
    },
  },
})

/** @throws Refusal 404 unless the port belongs to that device. */
async function requirePortOf(context: Context, device_id: number, id: unknown): Promise<void> {
  const port_id = Id.safeParse(id)
  if (!port_id.success) throw notFound()
  const port = await readRecord(context, device_ports, port_id.data)
  if (port.device_id !== device_id) throw notFound()
}

/** Responds to a change of a port with a message about the effect on its level. */
async function changedPort(
  context: Context,
  id: number,
  body: Values,
  input: Values,
  lock: () => Promise<void> = async () => {},
) {
  const before = await readRecord(context, device_ports, id)
  const device_port = await saveWithoutLoss(
    context,
    device_ports,
    body,
    { read: async () => before },
    async () => {
      await lock()
      return updatePort(context, id, input)
    },
  )
  return { device_port, ...saved, message: portLevelNotice(before, device_port) ?? saved.message }
}

/** The id of a device's port by its number. @throws Refusal 404 */
async function findPort({ db }: Context, device_id: number, port_number: number): Promise<number> {
  const rows = await db
    .selectFrom('device_ports')
    .select('device_ports_id')
    .where('device_id', '=', device_id)
    .where('port_number', '=', port_number)
    .execute()
  if (!rows[0]) throw notFound()
  return rows[0].device_ports_id
}
