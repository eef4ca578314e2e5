import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { readAlertEvidence as definition } from '#core/domains/alerts/calls.ts'
import type { EvidenceDay, UseFinding } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { volumeIn, volumeUnit } from '#core/platform/units.ts'
import { loadsOf } from '#server/domains/telemetry/bookedLoads.ts'
import { changesOf, isDelivery } from '#server/domains/telemetry/countedChanges.ts'
import type { Context } from '#server/platform/context.ts'
import { readRecord } from '#server/resources/rows.ts'
import { visibleHistoryStart } from '#server/resources/visibleHistoryStart.ts'

type Evidence = AnswerOf<typeof definition>['alert_evidence']
type Reading = Evidence['readings'][number]

const SHOWN = 48

/** What raised an alert: the days that were judged, as they were then; else the last readings up to when it opened. */
export async function readAlertEvidence(context: Context, alert_id: number): Promise<Evidence> {
  const alert = await readRecord(context, alerts, alert_id)
  const { rows } = await sql<{ found: UseFinding }>`
    select found from alert_evidence where alert_id = ${alert_id}`.execute(context.db)
  const found = rows[0]?.found
  const { units } = context.actor
  const unit = volumeUnit(units)
  const told = (litres: number) => volumeIn(units, litres)
  if (!found) {
    const readings = await readReadings(context, alert)
    return { since: null, size: null, margin: null, unit, by: 'readings', days: [], deliveries: [], readings }
  }
  const { since, size, margin, by, evidence } = found
  const days = evidence.map(({ date, used, expected, spread }: EvidenceDay) => ({
    date,
    used: told(used),
    expected: told(expected),
    spread: told(spread),
  }))
  const missing = await readMissingDeliveries(context, alert, days)
  const deliveries = missing.map(({ at, litres }) => ({ at, volume: told(litres) }))
  return { since, size: told(size), margin: told(margin), unit, by, days, deliveries, readings: [] }
}

/** Share of the capacity below which a delivery may be overlooked in the level. */
const CLEAR_DELIVERY = 0.03
/** Between a round and the rise of the level, either way. */
const NEAR = '12 hours'

/** What was booked to the tank during these days and some after, though no rise was seen then. */
async function readMissingDeliveries(
  context: Context,
  { device_id, port_number }: Judged,
  days: readonly { date: string }[],
): Promise<{ at: string; litres: number }[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const since = new Date(await visibleHistoryStart(context, device_id))
  const { rows } = await sql<{ at: string; litres: number }>`
    select b.delivered_at as at, b.litres from device_ports p cross join lateral (${loadsOf(sql`p.device_ports_id`)}) b
    where p.device_id = ${device_id} and p.port_number = ${port_number} and b.delivered_at >= ${since}
      and b.delivered_at >= ${first.date}::date and b.delivered_at < ${last.date}::date + interval '2 days'
      and b.litres >= ${CLEAR_DELIVERY} * p.def_liters and not exists (
        select from (${changesOf({ device_id: sql`p.device_id`, port_number: sql`p.port_number` })}) c where ${isDelivery}
          and c.started_at < b.delivered_at + ${NEAR}::interval and c.ended_at > b.left_at - ${NEAR}::interval)
    order by b.delivered_at`.execute(context.db)
  return rows
}

interface Judged {
  device_id: number
  port_number: number | null
  level: string
  opened_at: string
}

async function readReadings(
  context: Context,
  { device_id, port_number, level, opened_at }: Judged,
): Promise<Reading[]> {
  const since = new Date(await visibleHistoryStart(context, device_id))
  const { rows } =
    port_number === null
      ? await sql<Reading>`
          select at, ${level === 'battery_low' ? sql`battery` : sql`temperature`}::float8 as value from device_records
          where device_id = ${device_id} and at <= ${opened_at} and at >= ${since} order by at desc limit ${SHOWN}`.execute(
          context.db,
        )
      : await sql<Reading>`
          select at, percent::float8 as value from readings
          where device_id = ${device_id} and port_number = ${port_number} and at <= ${opened_at} and at >= ${since}
          order by at desc limit ${SHOWN}`.execute(context.db)
  return rows.reverse()
}
