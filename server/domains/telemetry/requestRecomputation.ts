import { sql } from 'kysely'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { ownedSince } from '#server/resources/ownedSince.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'

/** A task over a tank's history, and how far it is. */
export interface Recomputation {
  recomputation_id: number
  from_day: string
  status: 'queued' | 'running' | 'done' | 'failed'
  /** Percent of its days. */
  progress: number
  readings: number
  requested_by: string | null
  requested_at: string
  finished_at: string | null
}

const COLUMNS = sql`r.recomputation_id, to_char(r.from_day, 'YYYY-MM-DD') as from_day, r.status, r.readings::int4 as readings,
  case when r.status = 'done' then 100
    else floor(100.0 * (r.next_day - r.from_day) / greatest(1, r.until_day - r.from_day)) end::int4 as progress,
  (select username from users u where u.user_id = r.requested_by) as requested_by, r.requested_at, r.finished_at`

interface OfPort {
  device_id: number
  device_ports_id: number
}

/**
 * Has a tank's history computed anew from its raw values, by the tank as it is now, from a day (UTC) on: for a size that
 * was entered wrongly. Whoever got the device later changes nothing of the time before.
 * @throws Refusal 404; 409 while it is under way already; 422 for a day that is still to come
 */
export async function requestRecomputation(
  context: Context,
  { device_id, device_ports_id }: OfPort,
  from: string,
): Promise<Recomputation> {
  const { db, now, actor } = context
  await lockRecord(context, devices, device_id)
  const port = await readRecord(context, device_ports, device_ports_id)
  if (port.device_id !== device_id) throw notFound()
  const since = await ownedSince(context, device_id)
  // A day that the device changed hands on belongs to its owner of before.
  const earliest = since > 0 ? new Date(since + 86_400_000).toISOString().slice(0, 10) : from
  const begin = from < earliest ? earliest : from
  if (begin > now.toISOString().slice(0, 10)) throw invalid([{ field: 'from', rule: 'day_to_come' }])
  const { rows } = await sql<{ recomputation_id: number }>`
    insert into recomputations (device_id, device_ports_id, port_number, from_day, next_day, until_day, requested_by, requested_at)
    values (${device_id}, ${device_ports_id}, ${port.port_number}, ${begin}, ${begin},
      (${now}::timestamptz at time zone 'UTC')::date + 1, ${actor.user_id}, ${now})
    on conflict (device_ports_id) where status in ('queued', 'running') do nothing
    returning recomputation_id`.execute(db)
  if (!rows[0]) throw conflict('messages.recomputation_runs')
  await audit(context, 'device_ports', device_ports_id, 'recompute', [
    { field: 'from', before: null, after: begin },
  ])
  const [made] = await listRecomputations(context, { device_id, device_ports_id })
  return made!
}

/** The newest such tasks of a port and how far they are. @throws Refusal 404 */
export async function listRecomputations(
  context: Context,
  { device_id, device_ports_id }: OfPort,
): Promise<Recomputation[]> {
  const port = await readRecord(context, device_ports, device_ports_id)
  if (port.device_id !== device_id) throw notFound()
  const { rows } = await sql<Recomputation>`
    select ${COLUMNS} from recomputations r where r.device_ports_id = ${device_ports_id}
    order by r.recomputation_id desc limit 5`.execute(context.db)
  return rows
}
