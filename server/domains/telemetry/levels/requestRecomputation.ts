import { sql } from 'kysely'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import type { SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { tank_types } from '#core/domains/tanks/tank_types.ts'
import type { Recomputation, RecomputationsOfTanks } from '#core/domains/telemetry/recomputation.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import type { Resource } from '#core/resources/definition.ts'
import { portUses } from '#server/domains/devices/outdatedLevels.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { ownershipStart, visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { lockRecord, readRecord, requireVisible } from '#server/resources/rows.ts'

/** Progress of a task `r`, percent. */
const PROGRESS = sql`case when r.status in ('done', 'failed') then 100
  else floor(100.0 * (r.next_day - r.from_day) / greatest(1, r.until_day - r.from_day)) end::int4`

const columnsFor = (
  actor: Actor,
) => sql`r.recomputation_id, to_char(r.from_day, 'YYYY-MM-DD') as from_day, r.status, r.readings::int4 as readings,
  ${PROGRESS} as progress,
  (select ${nameForReader(actor, 'u')} from users u where u.user_id = r.requested_by) as requested_by, r.requested_at, r.finished_at`

interface OfPort {
  device_id: number
  device_ports_id: number
}

/**
 * Requests the recomputation of a tank's history from its raw values with its current setup, from a day (UTC) on, to
 * fix a wrong size. A later owner cannot change the time before they got the device.
 * @throws Refusal 404; 409 while one is pending; 422 for a future day
 */
export async function requestRecomputation(
  context: Context,
  { device_id, device_ports_id }: OfPort,
  from: string,
): Promise<Recomputation> {
  await lockRecord(context, devices, device_id)
  const port = await readRecord(context, device_ports, device_ports_id)
  if (port.device_id !== device_id) throw notFound()
  const since = await visibleHistoryStart(context, device_id)
  const from_day = beginOf(from, since)
  refuseToCome(context, from_day)
  const queued = await queueRecomputations(context, [{ ...port, from_day }])
  if (queued === 0) throw conflict('messages.recomputation_runs')
  await audit(context, 'device_ports', device_ports_id, 'recompute', [
    { field: 'from', before: null, after: from_day },
  ])
  return firstOf(await listRecomputations(context, { device_id, device_ports_id }))
}

/** The newest recomputations of a port with their progress. @throws Refusal 404 */
export async function listRecomputations(
  context: Context,
  { device_id, device_ports_id }: OfPort,
): Promise<Recomputation[]> {
  const port = await readRecord(context, device_ports, device_ports_id)
  if (port.device_id !== device_id) throw notFound()
  const { rows } = await sql<Recomputation>`
    select ${columnsFor(context.actor)} from recomputations r where r.device_ports_id = ${device_ports_id}
    order by r.recomputation_id desc limit 5`.execute(context.db)
  return rows
}

const kinds = { tank_types, sensor_types, tank_products } as const satisfies Record<SharedBasis, Resource>

/**
 * Requests recomputation of all tanks in the actor's reach that use a tank type, sensor type or product, from a day
 * (UTC) on.
 * @throws Refusal 404; 409 while all of them are pending; 422 for a future day
 */
export async function recomputeTanks(
  context: Context,
  kind: SharedBasis,
  id: number,
  from: string,
): Promise<RecomputationsOfTanks> {
  await requireVisible(context, kinds[kind], id)
  refuseToCome(context, from)
  const staffSeeAll = context.actor.companies === 'all'
  const { rows } = await sql<QueuedPort & { since: number }>`
    select p.device_id, p.device_ports_id, p.port_number, case when since = '-infinity' or ${staffSeeAll} then 0
      else extract(epoch from since) * 1000 end::float8 as since
    from device_ports p cross join lateral (select ${ownershipStart(sql`p.device_id`)} as since) one
    where ${portUses(kind, id)} and ${visible(context.actor, device_ports, 'p')}`.execute(context.db)
  const today = dayOf(context.now)
  const ports = rows
    .map((port) => ({ ...port, from_day: beginOf(from, port.since) }))
    .filter(({ from_day }) => from_day <= today)
  const queued = await queueRecomputations(context, ports)
  if (ports.length > 0 && queued === 0) throw conflict('messages.recomputations_run')
  await audit(context, kind, id, 'recompute', [{ field: 'from', before: null, after: from }])
  return readRecomputationsOf(context, kind, id)
}

/** The number of tanks that use it, and the progress of the newest recomputations. @throws Refusal 404 */
export async function readRecomputationsOf(
  context: Context,
  kind: SharedBasis,
  id: number,
): Promise<RecomputationsOfTanks> {
  await requireVisible(context, kinds[kind], id)
  const { rows } = await sql<RecomputationsOfTanks>`
    with newest as (
      select r.status, r.requested_at, ${PROGRESS} as progress
      from device_ports p left join lateral (
        select * from recomputations one where one.device_ports_id = p.device_ports_id
        order by one.recomputation_id desc limit 1) r on true
      where ${portUses(kind, id)} and ${visible(context.actor, device_ports, 'p')})
    select count(*)::int4 as tanks, count(*) filter (where status in ('queued', 'running'))::int4 as open,
      (select floor(avg(progress))::int4 from newest
        where requested_at >= (select min(requested_at) from newest where status in ('queued', 'running'))) as progress
    from newest`.execute(context.db)
  return firstOf(rows)
}

interface QueuedPort {
  device_id: number
  device_ports_id: number
  port_number: number
}

/**
 * Queues recomputations; those already pending stay unchanged.
 * @returns the number queued
 */
async function queueRecomputations(
  { db, now, actor }: Context,
  ports: readonly (QueuedPort & { from_day: string })[],
): Promise<number> {
  const { rows } = await sql`
    insert into recomputations (device_id, device_ports_id, port_number, from_day, next_day, until_day, requested_by, requested_at)
    select device_id, device_ports_id, port_number, from_day, from_day,
      (${now}::timestamptz at time zone 'UTC')::date + 1, ${actor.user_id}, ${now}
    from unnest(${ports.map((port) => port.device_id)}::int8[], ${ports.map((port) => port.device_ports_id)}::int8[],
      ${ports.map((port) => port.port_number)}::int2[], ${ports.map((port) => port.from_day)}::date[])
      as n (device_id, device_ports_id, port_number, from_day) order by device_id, port_number
    on conflict (device_ports_id) where status in ('queued', 'running') do nothing
    returning recomputation_id`.execute(db)
  return rows.length
}

/** The day on which a device changed hands belongs to its former owner. */
function beginOf(from: string, since: number): string {
  const earliest = since > 0 ? dayOf(new Date(since + 86_400_000)) : from
  return from < earliest ? earliest : from
}

function refuseToCome({ now }: Context, day: string): void {
  if (day > dayOf(now)) throw invalid([{ field: 'from', rule: 'day_to_come' }])
}

const dayOf = (moment: Date) => calendarDay(moment.getTime())
