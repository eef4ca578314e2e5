import { sql } from 'kysely'
import type { listDeviceCommands, queueDeviceCommand } from '#core/domains/devices/calls.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { notify } from '#server/platform/database/notify.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { lockRecord } from '#server/resources/rows.ts'

type DeviceCommand = ResponseOf<typeof queueDeviceCommand>['device_command']
type SentCommand = ResponseOf<typeof listDeviceCommands>['device_commands'][number]

/**
 * Queues a command: it is sent at once to a connected device, else with its next uplink.
 * @throws Refusal 409 when the device is retired.
 */
export async function queueCommand(context: Context, id: number, command: number): Promise<DeviceCommand> {
  const device = await lockRecord(context, devices, id)
  if (device.status === 'retired') throw conflict('messages.device_retired')
  const { rows } = await sql<DeviceCommand>`
    insert into device_commands (device_id, command, queued_by) values (${id}, ${command}, ${context.actor.user_id})
    returning command_id, command, status, queued_at`.execute(context.db)
  await sql`update devices set command = ${command} where device_id = ${id}`.execute(context.db)
  await audit(context, 'devices', id, 'command', [
    { field: 'command', before: device.command, after: command },
  ])
  const word = JSON.stringify({ device_id: id, public_id: device.public_id })
  await notify(context.db, 'commands', word)
  return firstOf(rows)
}

/** The newest commands of a device, with the outcome of each. */
export async function listCommands(context: Context, id: number): Promise<SentCommand[]> {
  const since = new Date(await visibleHistoryStart(context, id))
  const { rows } = await sql<SentCommand>`
    select c.command_id, c.command, c.status, c.queued_at, c.sent_at, c.confirmed_at, c.reason,
      ${nameForReader(context.actor, 'u')} as queued_by
    from device_commands c left join users u on u.user_id = c.queued_by
    where c.device_id = ${id} and c.queued_at >= ${since} order by c.command_id desc limit 50`.execute(
    context.db,
  )
  return rows
}

/** A sent command without a reply for a day has failed, and so has a command that waited for a week. */
export async function failUnansweredCommands({ db }: Context): Promise<void> {
  await sql`with done as (
      update device_commands set status = 'failed', reason = 'no answer'
      where status in ('queued', 'sent') and queued_at < now() - interval '7 days'
        or status = 'sent' and queued_at < now() - interval '24 hours'
      returning device_id)
    update devices set command = 0 where device_id in (select device_id from done)`.execute(db)
}
