import { sql } from 'kysely'
import {
  type ComparedDelivery,
  learnTank,
  scatterOf,
} from '#core/domains/shipments/matching/deliveryMatch.ts'
import { findMeterDrift } from '#core/domains/shipments/matching/meterDrift.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Context } from '#server/platform/context.ts'

/** How far back deliveries count; a meter is proved at least once in that time. */
const LOOKBACK_DAYS = 400
const MAX_DELIVERIES = 5000
const Z_95 = 1.96

interface Row extends ComparedDelivery {
  device_ports_id: number
  is_through_meter: boolean
  delivered_at: string
  used: number
}

/**
 * Judges a truck's meter by its deliveries. A finding is created once and updated while it is open; deliveries before
 * the meter was last proved do not count.
 */
export async function judgeMeter({ db, now }: Context, truck_id: number): Promise<void> {
  const { rows: trucks } = await sql<{ company_id: number | null; proved_on: string | null }>`
    select t.company_id, (select max(f.proved_on)::text from meter_findings f where f.truck_id = t.truck_id) as proved_on
    from tanker_trucks t where t.truck_id = ${truck_id} for no key update`.execute(db)
  const [truck] = trucks
  if (!truck || truck.company_id === null) return
  const rows = await readEvidence(db, now, truck_id, truck.proved_on)
  const evidence = withScatter(rows)
  const drift = findMeterDrift(evidence)
  if (!drift) return
  const percent = (share: number) => Math.max(-9999, Math.min(9999, share * 100))
  const since = itemAt(rows, drift.first).delivered_at
  await sql`
    insert into meter_findings (company_id, truck_id, drift_percent, margin_percent, since, deliveries, found_at)
    values (${truck.company_id}, ${truck_id}, ${percent(drift.share)}, ${percent(Z_95 * drift.deviation)},
      ${since}, ${drift.deliveries}, ${now})
    on conflict (truck_id) where state = 'open' do update set drift_percent = excluded.drift_percent,
      margin_percent = excluded.margin_percent, since = excluded.since, deliveries = excluded.deliveries,
      updated_at = ${now}`.execute(db)
}

/**
 * Deliveries by any truck to the tanks that this truck serves, if they agree or differ because of gauge or meter;
 * oldest first.
 */
async function readEvidence(
  db: Context['db'],
  now: Date,
  truck_id: number,
  proved_on: string | null,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select c.device_ports_id, coalesce(c.truck_id = ${truck_id}, false) as is_through_meter, c.delivered_at,
        c.ticket_liters::float8 as ticket, c.rise_liters::float8 as rise, c.gauge_liters as gauge,
        coalesce(c.used_liters, 0)::float8 as used
      from delivery_checks c
      where c.device_ports_id in (select device_ports_id from delivery_checks where truck_id = ${truck_id})
        and c.delivered_at > ${now}::timestamptz - make_interval(days => ${LOOKBACK_DAYS})
        and (c.state = 'agrees' or c.reason in ('gauge', 'meter')) and c.rise_liters > 0 and c.ticket_liters > 0 and c.gauge_liters is not null
        and not (c.truck_id is not distinct from ${truck_id} and c.delivered_at < coalesce(${proved_on}::date, '-infinity'::timestamptz))
      order by c.delivered_at desc limit ${MAX_DELIVERIES}) newest
    order by delivered_at`.execute(db)
  return rows
}

function withScatter(rows: readonly Row[]) {
  const ofTank = new Map<number, Row[]>()
  for (const row of rows) ofTank.set(row.device_ports_id, [...(ofTank.get(row.device_ports_id) ?? []), row])
  const scatter = new Map([...ofTank].map(([tank, some]) => [tank, learnTank(some).scatter]))
  return rows.map((row) => ({
    tank: row.device_ports_id,
    isThroughMeter: row.is_through_meter,
    excess: Math.log(row.ticket / row.rise),
    deviation: scatterOf(row, getOrThrow(scatter, row.device_ports_id)) / row.ticket,
    used: row.used / row.rise,
  }))
}
