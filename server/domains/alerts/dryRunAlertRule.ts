import { sql } from 'kysely'
import { judgeBattery, judgeTemperature } from '#core/domains/alerts/alertRule.ts'
import type { dryRunAlertRule as definition } from '#core/domains/alerts/calls.ts'
import { type Fired, replayLevel, replayRule, replaySilence } from '#core/domains/alerts/replayRule.ts'
import { isRuleOfDevice, MAX_DRY_RUN_DEVICES } from '#core/domains/alerts/ruleReasons.ts'
import { OFFLINE_AFTER } from '#core/domains/devices/connection.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { type LimitedTank, thresholdsOf } from '#core/domains/tanks/fullness.ts'
import { curveIfKnown } from '#core/domains/tanks/volume/tankVolume.ts'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import { isUseRule, type UseRule } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { UseFired } from '#core/domains/telemetry/unexplained/replayUse.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { fahrenheitToCelsius, volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import { notFound } from '#server/platform/refusal.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { type JudgedPort, judgedPort, questionsOf, readSensitivities } from './judgeDailyUse.ts'
import { readLimitedTanks } from './readLimitedTanks.ts'

type DryRun = ResponseOf<typeof definition>['dry_run']
type DryRunInput = ReceivedBy<typeof definition>['body']
type Tank = DryRun['tanks'][number]

interface Tried extends JudgedPort {
  label: string | null
}

interface TriedDevice {
  device_id: number
  label: string | null
  low: number | null
  high: number | null
  upload_interval: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Time limit of a thread for the days of a batch of tanks. */
const MAX_SECONDS = 60

/**
 * How often a rule would have opened its alert with the given thresholds or the current ones. Opens nothing. Judges levels by the last
 * stored reading of each hour, device by device, up to the maximum number of a call.
 * @throws Refusal 404 if one of the devices is out of reach
 */
export async function dryRunAlertRule(context: Context, input: DryRunInput): Promise<DryRun> {
  const { actor } = context
  const seen = rowsOf(context, devices)
  const { count } = await seen.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const chosen = input.device_ids ? seen.where('devices.device_id', 'in', input.device_ids) : seen
  const some = await chosen
    .select(['devices.device_id'])
    .orderBy('devices.device_id')
    .limit(MAX_DRY_RUN_DEVICES)
    .execute()
  if (input.device_ids && some.length < new Set(input.device_ids).size) throw notFound()
  const ids = some.map((row) => Number(row.device_id))
  const tanks = await tanksOf(context, input, ids)
  const isAmount = isUseRule(input.rule) || input.rule === 'sudden_loss'
  return {
    rule: input.rule,
    days: input.days,
    unit: volumeUnit(actor.units),
    count: tanks.reduce((sum, { fired }) => sum + fired.length, 0),
    devices_total: Number(count),
    tanks: isAmount
      ? tanks.map((tank) => ({
          ...tank,
          fired: tank.fired.map((item) => ({
            ...item,
            value: item.value && volumeIn(actor.units, item.value),
          })),
        }))
      : tanks,
  }
}

async function tanksOf(context: Context, input: DryRunInput, ids: readonly number[]): Promise<Tank[]> {
  const { rule } = input
  if (isRuleOfDevice(rule)) return tryDevices(context, input, ids)
  const { rows: ports } = await sql<Tried>`
    select ${judgedPort(context.now)}, null as usual_since, device_label(d) as label
    from device_ports p join devices d using (device_id) left join tank_products pr using (product_id)
    where p.device_id = any(${[...ids]}::int8[]) and p.active = 1
    order by p.device_id, p.port_number`.execute(context.db)
  if (isUseRule(rule)) return tryUse(context, { ...input, rule }, ports)
  const tanks: Tank[] = []
  for (const port of ports) {
    const from = await periodStart(context, input, port.device_id)
    const fired = await tryTank(context, input, port, from)
    tanks.push(tankOf(port, fired))
  }
  return tanks
}

function tankOf(
  { device_id, label, port_number }: { device_id: number; label: string | null; port_number: number | null },
  fired: readonly Fired[],
): Tank {
  return {
    device_id,
    label,
    port_number,
    fired: fired.map(({ from, until, value }) => ({
      from: new Date(from).toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
      value,
    })),
  }
}

/** Start of the period: no one sees the time before they owned the device. */
async function periodStart(context: Context, { days }: DryRunInput, device_id: number): Promise<Date> {
  const start = await visibleHistoryStart(context, device_id)
  return new Date(Math.max(start, context.now.getTime() - days * DAY))
}

async function tryUse(
  context: Context,
  { rule, days, sensitivity }: DryRunInput & { rule: UseRule },
  ports: readonly Tried[],
): Promise<Tank[]> {
  const set = await readSensitivities(context)
  const requested = sensitivity ?? (set[rule] === 'off' ? 'normal' : set[rule])
  const questions = await questionsOf(context, ports, { ...set, [rule]: requested }, days)
  const fired = await doHeavyWork<UseFired[][]>(
    'replayedUses',
    questions.map((question) => ({ question, rule, days })),
    MAX_SECONDS,
  )
  return ports.map((port, i) =>
    tankOf(
      port,
      itemAt(fired, i).map(({ from, until, size }) => ({
        from: Date.parse(from),
        until: until === null ? null : Date.parse(until),
        value: size,
      })),
    ),
  )
}

async function tryTank(context: Context, input: DryRunInput, port: Tried, from: Date): Promise<Fired[]> {
  const { db } = context
  const { rule } = input
  const { device_id, port_number } = port
  if (rule === 'sudden_loss') {
    const { rows } = await sql<{ at: string; value: number }>`
      select ended_at as at, volume::float8 as value from tank_changes
      where device_id = ${device_id} and port_number = ${port_number} and kind = 'loss' and ended_at >= ${from}
      order by ended_at`.execute(db)
    return rows.map(({ at, value }) => ({ from: Date.parse(at), until: null, value }))
  }
  if (rule === 'frozen_sensor') {
    const { rows } = await sql<{ at: string; frozen: boolean }>`
      select at, frozen from (
        select at, quality = ${qualityCode('frozen')} as frozen, lag(quality = ${qualityCode('frozen')}) over (order by at) as before
        from readings where device_id = ${device_id} and port_number = ${port_number} and at >= ${from}) r
      where frozen is distinct from before order by at`.execute(db)
    const values = rows.map(({ at, frozen }) => ({ at: Date.parse(at), value: frozen ? 1 : 0 }))
    return replayRule('frozen_sensor', values, (open, value) => ({
      open: value === 1 && !open.has('frozen_sensor') ? ['frozen_sensor'] : [],
      close: value === 0 && open.has('frozen_sensor') ? ['frozen_sensor'] : [],
    })).map((item) => ({ ...item, value: null }))
  }
  return tryLevel(context, input, port, from)
}

const FIELD_OF_RULE: Readonly<Record<string, keyof LimitedTank>> = {
  urgent: 'reorder_red',
  mild: 'reorder_yellow',
  overfill: 'tank_max_fill',
}

/** Tries a limit on the tank in its current state. Temperatures are known only for readings that are still stored. */
async function tryLevel(
  context: Context,
  { rule, limit }: DryRunInput,
  { device_id, port_number }: Tried,
  from: Date,
): Promise<Fired[]> {
  const tanks = await readLimitedTanks(context, device_id)
  const found = findOrThrow(tanks, (item) => item.port_number === port_number)
  const field = FIELD_OF_RULE[rule]
  const tank: LimitedTank = limit === undefined || !field ? found : { ...found, [field]: limit }
  const curve = curveIfKnown(tank)
  const capacity = tank.capacity > 0 ? tank.capacity : (curve?.shellCapacity ?? 0)
  if (capacity <= 0) return []
  const { rows } = await sql<{ at: string; volume: number; celsius: number | null }>`
    select h.last_at as at, h.last_volume::float8 as volume, r.temperature::float8 as celsius
    from readings_hourly h left join readings r on r.device_id = h.device_id and r.port_number = h.port_number and r.at = h.last_at
      and r.at >= ${from}
    where h.device_id = ${device_id} and h.port_number = ${port_number} and h.at >= ${from} order by h.at`.execute(
    context.db,
  )
  return replayLevel(
    rule,
    rows.map(({ at, volume, celsius }) => {
      const percent = (volume / capacity) * 100
      return {
        at: Date.parse(at),
        value: percent,
        thresholds: thresholdsOf(tank, { percent, celsius }, curve),
      }
    }),
  )
}

async function tryDevices(context: Context, input: DryRunInput, ids: readonly number[]): Promise<Tank[]> {
  const { rows } = await sql<TriedDevice>`
    select device_id, device_label(devices) as label, temperature_low_threshold::float8 as low, temperature_high_threshold::float8 as high, upload_interval
    from devices where device_id = any(${[...ids]}::int8[]) order by device_id`.execute(context.db)
  const { battery_low } = await readSettings(context.db)
  const tanks: Tank[] = []
  for (const device of rows) {
    const from = await periodStart(context, input, device.device_id)
    const { rows: records } = await sql<{ at: number; battery: number | null; temperature: number | null }>`
      select extract(epoch from at)::float8 * 1000 as at, battery::float8, temperature::float8 from device_records
      where device_id = ${device.device_id} and at >= ${from} order by at`.execute(context.db)
    tanks.push(
      tankOf(
        { ...device, port_number: null },
        firedOf(device, records, input, { battery_low, now: context.now }),
      ),
    )
  }
  return tanks
}

function firedOf(
  { low, high, upload_interval }: TriedDevice,
  records: readonly { at: number; battery: number | null; temperature: number | null }[],
  { rule, limit, low: wantedLow, high: wantedHigh }: DryRunInput,
  { battery_low, now }: { battery_low: number; now: Date },
): Fired[] {
  if (rule === 'offline') {
    const times = records.map(({ at }) => at)
    return replaySilence(times, OFFLINE_AFTER * upload_interval * HOUR, now.getTime())
  }
  if (rule === 'battery_low') {
    const values = records.map(({ at, battery }) => ({ at, value: battery }))
    return replayRule('battery_low', values, (open, value) => judgeBattery(open, value, limit ?? battery_low))
  }
  const celsius = (fahrenheit: number | null) =>
    fahrenheit === null ? null : fahrenheitToCelsius(fahrenheit)
  const limits = { low: wantedLow ?? celsius(low), high: wantedHigh ?? celsius(high) }
  const values = records.map(({ at, temperature }) => ({ at, value: temperature }))
  return replayRule('temperature', values, (open, value) => judgeTemperature(open, value, limits))
}
