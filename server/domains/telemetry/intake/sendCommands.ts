import type pg from 'pg'
import type { Downlink, WaitingUplink } from './waitingUplink.ts'

/**
 * Stores devices' confirmations of commands, and takes the commands queued for devices that are connected: they are
 * sent in the response to the uplink, or over MQTT on the device's topic.
 */
export async function answerCommands(
  client: pg.ClientBase,
  taken: readonly WaitingUplink[],
): Promise<Map<number, Downlink[]>> {
  const confirmed = taken.flatMap(({ device_id, uplink }) =>
    uplink.confirmed.map((id) => [device_id, id] as const),
  )
  const failed = taken.flatMap(({ device_id, uplink }) =>
    uplink.failed.map(({ command_id, reason }) => [device_id, command_id, reason] as const),
  )
  if (confirmed.length > 0) await markConfirmed(client, confirmed)
  if (failed.length > 0) await markFailed(client, failed)
  const { rows } = await client.query<{ device_id: number; id: number; command: number }>({
    name: 'waiting_commands',
    text: `update device_commands set status = 'sent', sent_at = now()
      where device_id = any($1)
        and (status = 'queued' or status = 'sent' and sent_at < now() - interval '5 minutes')
      returning device_id, command_id as id, command`,
    values: [taken.map(({ device_id }) => device_id)],
  })
  const waiting = new Map<number, Downlink[]>()
  for (const { device_id, ...command } of rows.sort((a, b) => a.id - b.id)) {
    waiting.set(device_id, [...(waiting.get(device_id) ?? []), command])
  }
  return waiting
}

async function markConfirmed(client: pg.ClientBase, answers: (readonly [number, number])[]): Promise<void> {
  await client.query(
    `with done as (
       update device_commands c set status = 'confirmed', confirmed_at = now()
       from unnest($1::int8[], $2::int8[]) as a (device_id, command_id)
       where c.device_id = a.device_id and c.command_id = a.command_id and c.status in ('queued', 'sent')
       returning c.device_id)
     update devices set command = 0 where device_id in (select device_id from done)`,
    [answers.map(([device]) => device), answers.map(([, id]) => id)],
  )
}

async function markFailed(
  client: pg.ClientBase,
  answers: (readonly [number, number, string])[],
): Promise<void> {
  await client.query(
    `with done as (
     update device_commands c set status = 'failed', reason = nullif(a.reason, ''), confirmed_at = now()
     from unnest($1::int8[], $2::int8[], $3::text[]) as a (device_id, command_id, reason)
     where c.device_id = a.device_id and c.command_id = a.command_id and c.status in ('queued', 'sent')
     returning c.device_id)
     update devices set command = 0 where device_id in (select device_id from done)`,
    [answers.map(([device]) => device), answers.map(([, id]) => id), answers.map(([, , reason]) => reason)],
  )
}
