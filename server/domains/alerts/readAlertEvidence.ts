import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { readAlertEvidence as definition } from '#core/domains/alerts/calls.ts'
import { thresholdsOf } from '#core/domains/tanks/fullness.ts'
import type { EvidenceDay, UseFinding } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import {
  celsiusToFahrenheit,
  fahrenheitToCelsius,
  volumeIn,
  volumeUnit,
} from '#core/platform/numbers/units.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { loadsOf } from '#server/domains/telemetry/levels/bookedLoads.ts'
import { changesOf, isDelivery } from '#server/domains/telemetry/levels/countedChanges.ts'
import type { Context } from '#server/platform/context.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { readRecord } from '#server/resources/rows.ts'
import { levelLimit, readLimitedTanks } from './readLimitedTanks.ts'

type Evidence = ResponseOf<typeof definition>['alert_evidence']
type Reading = Evidence['readings'][number]

const MAX_READINGS = 48

/** Evidence of an alert: the judged days as they were then, or else the last readings before it opened. */
export async function readAlertEvidence(context: Context, alert_id: number): Promise<Evidence> {
  const alert = await readRecord(context, alerts, alert_id)
  const { rows } = await sql<{ found: UseFinding }>`
    select found from alert_evidence where alert_id = ${alert_id}`.execute(context.db)
  const found = rows[0]?.found
  const { units } = context.actor
  const unit = volumeUnit(units)
  const shown = (litres: number) => volumeIn(units, litres)
  if (!found) return evidenceOfReadings(context, alert)
  const { since, size, margin, by, evidence } = found
  const days = evidence.map(({ date, used, expected, spread }: EvidenceDay) => ({
    date,
    used: shown(used),
    expected: shown(expected),
    spread: shown(spread),
  }))
  const missing = await readMissingDeliveries(context, alert, days)
  const deliveries = missing.map(({ at, litres }) => ({ at, volume: shown(litres) }))
  return {
    ...{ since, size: shown(size), margin: shown(margin), unit, by, days, deliveries },
    ...{ readings: [], reading_unit: '%', cause: null },
  }
}

async function evidenceOfReadings(context: Context, alert: RecordOf<typeof alerts>): Promise<Evidence> {
  const { units } = context.actor
  const isTemperature = alert.level === 'temperature'
  const reading_unit = isTemperature ? (units === 'imperial' ? '°F' : '°C') : '%'
  const inUnit = (value: number | null) =>
    value !== null && reading_unit === '°F' ? celsiusToFahrenheit(value) : value
  const found = await readReadings(context, alert)
  const readings = found.map(({ at, value }) => ({ at, value: inUnit(value) }))
  const { value, limit, lost, usual, ...cause } = await readCause(context, alert)
  const amount = (litres: number | null) => (litres === null ? null : volumeIn(units, litres))
  return {
    ...{ since: null, size: null, margin: null, unit: volumeUnit(units) },
    ...{ by: 'readings', days: [], deliveries: [], readings, reading_unit },
    cause: {
      ...cause,
      value: inUnit(value),
      limit: inUnit(limit),
      lost: amount(lost),
      usual: amount(usual),
    },
  }
}

/** Share of the capacity below which a delivery may not show in the level. */
const MIN_DELIVERY_SHARE = 0.03
/** Maximum time between a round and the rise of the level, in either direction. */
const MAX_DELIVERY_DISTANCE = '12 hours'

/** Deliveries booked to the tank during these days and some after, without a detected rise. */
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
      and b.litres >= ${MIN_DELIVERY_SHARE} * p.def_liters and not exists (
        select from (${changesOf({ device_id: sql`p.device_id`, port_number: sql`p.port_number` })}) c where ${isDelivery}
          and c.started_at < b.delivered_at + ${MAX_DELIVERY_DISTANCE}::interval and c.ended_at > b.left_at - ${MAX_DELIVERY_DISTANCE}::interval)
    order by b.delivered_at`.execute(context.db)
  return rows
}

type Cause = NonNullable<Evidence['cause']>

/** Cause of an alert without judged days: temperatures in °C, volumes in litres. */
async function readCause(context: Context, alert: Judged): Promise<Cause> {
  const { device_id, port_number, level } = alert
  const none = { lost: null, hours: null, usual: null, last_record_at: null, interval: null }
  const value = alert.value === null ? null : Number(alert.value)
  if (level === 'sudden_loss') {
    const { rows } = await sql<Pick<Cause, 'lost' | 'hours' | 'usual'>>`
      select c.volume::float8 as lost, extract(epoch from c.ended_at - c.started_at)::float8 / 3600 as hours,
        (s.use_per_day / 24)::float8 as usual
      from tank_changes c left join port_states s using (device_id, port_number)
      where c.device_id = ${device_id} and c.port_number = ${port_number} and c.kind = 'loss'
        and c.ended_at <= ${alert.opened_at} order by c.ended_at desc limit 1`.execute(context.db)
    return { ...none, ...(rows[0] ?? { lost: value }), value: null, limit: null }
  }
  const { rows } = await sql<
    Record<'low' | 'high' | 'interval', number | null> & { last_record_at: string | null }
  >`
    select temperature_low_threshold::float8 as low, temperature_high_threshold::float8 as high,
      upload_interval::float8 as interval, last_record_date as last_record_at
    from devices where device_id = ${device_id}`.execute(context.db)
  const { low, high, interval, last_record_at } = firstOf(rows)
  if (level === 'offline') return { ...none, value: null, limit: null, last_record_at, interval }
  if (level === 'battery_low') return { ...none, value, limit: (await readSettings(context.db)).battery_low }
  if (level === 'temperature') {
    const [coldest, hottest] = [low, high].map((item) => (item === null ? null : fahrenheitToCelsius(item)))
    return {
      ...none,
      value,
      limit: coldest != null && value !== null && value < coldest ? coldest : (hottest ?? null),
    }
  }
  const tank = (await readLimitedTanks(context, device_id)).find(
    (limitedTank) => limitedTank.port_number === port_number,
  )
  if (!tank || value === null) return { ...none, value, limit: null }
  const limit = levelLimit(level, thresholdsOf(tank, { percent: value, celsius: null }))
  return { ...none, value, limit }
}

interface Judged {
  device_id: number
  port_number: number | null
  level: string
  opened_at: string
  value: string | null
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
          where device_id = ${device_id} and at <= ${opened_at} and at >= ${since} order by at desc limit ${MAX_READINGS}`.execute(
          context.db,
        )
      : await sql<Reading>`
          select at, percent::float8 as value from readings
          where device_id = ${device_id} and port_number = ${port_number} and at <= ${opened_at} and at >= ${since}
          order by at desc limit ${MAX_READINGS}`.execute(context.db)
  return rows.reverse()
}
