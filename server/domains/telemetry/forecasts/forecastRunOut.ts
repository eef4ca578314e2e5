import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { calibrateForecast } from '#core/domains/telemetry/calibrateForecast.ts'
import {
  type DayOfUse,
  type DaysLeft,
  LONGEST_FORECAST,
  type MeasuredLevel,
  type TankForecast,
  type UseCourse,
} from '#core/domains/telemetry/forecast.ts'
import { MIN_OWN_DAYS } from '#core/domains/telemetry/forecasting/lenders.ts'
import { daysLeft, estimateLevel } from '#core/domains/telemetry/levels/estimateLevel.ts'
import { UNSCALED, type WidthScale } from '#core/domains/telemetry/levels/scaleRange.ts'
import { withoutExpansion } from '#core/domains/telemetry/levels/withoutExpansion.ts'
import type { DegreeDayBase } from '#core/domains/weather/degreeDays.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { lockDevices } from '#server/domains/devices/lockDevices.ts'
import {
  type BroughtSince,
  clockAhead,
  degreeDayBase,
  isFilledSince,
  isForecastContradicted,
  measuredAt,
  measuredVolume,
  typicalGapSql,
  unusableVolumeOf,
} from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { publishLive } from '#server/platform/database/notify.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { expands, portKey, readDailyUse } from '../history/readDailyUse.ts'
import { readEnteredUse } from '../levels/readEnteredUse.ts'
import { forecastTanks, type TankInput } from './forecastTanks.ts'
import { readScales } from './forecastWidths.ts'
import { readDegreeDays } from './readDegreeDays.ts'
import { readKin } from './readKin.ts'
import { type RecordedForecast, recordForecasts, targetForecasts } from './recordForecasts.ts'

const BATCH_SIZE = 400
/** How long a forecast stays valid unless the level contradicts it; it changes slowly. */
const FORECAST_HOURS = 4
const DAY = 86_400_000
/** Time limit of a batch, on a busy machine. */
const MAX_SECONDS = 120
/** History of the models that ignore the weather. */
export const DAYS_LOOKED_AT = 120

interface Port {
  device_id: number
  port_number: number
  /** The last measured level, L, and its time. */
  volume: number
  at: string
  /** Deliveries since then. */
  deliveries: BroughtSince[] | null
  /** Offset of the place's clock from UTC at that time, ms. */
  clock_ahead: number
  /** No trusted reading for longer than usual; the use is known up to the last one. */
  is_silent: boolean
  red: number | null
  capacity: number
  /** Undrawable litres. */
  unusable: number
  /** Daily mean above which no one heats; null to use the setting. */
  degree_day_base: DegreeDayBase | null
  /** Group and gravity of the product; they determine how its volume depends on temperature. */
  group: string | null
  specific_gravity: number
}

/** Scheduled: computes all due forecasts, in separate threads so that nothing waits for them. */
export async function forecastWhatIsDue(context: TaskContext): Promise<void> {
  while (!context.signal?.aborted) {
    const created = await makeForecasts(
      { ...context, now: new Date() },
      { forecast: inThreads(context.signal) },
    )
    if (created < BATCH_SIZE) return
  }
}

/** Splits the work into two threads; a fleet without forecasts may use both cores. */
function inThreads(signal: AbortSignal | undefined) {
  return async (tanks: readonly TankInput[]): Promise<TankForecast[]> => {
    const half = Math.ceil(tanks.length / 2)
    const halves = [tanks.slice(0, half), tanks.slice(half)].filter((some) => some.length > 0)
    const created = await Promise.all(
      halves.map((some) => doHeavyWork<TankForecast[]>('forecasts', some, MAX_SECONDS, signal)),
    )
    return created.flat()
  }
}

/**
 * Computes the due forecasts of these devices: use per day, days to empty with a range, and days to the urgent level,
 * all counted from now.
 * @param locked devices that the transaction will need; they are locked together once the forecasts are computed
 */
export function forecastRunOut(
  context: Context,
  device_ids: readonly number[],
  locked: readonly number[] = device_ids,
): Promise<number> {
  return makeForecasts(context, { device_ids, locked, forecast: inTurns })
}

/** Renews the forecasts that a level contradicts, and updates open pages. */
export async function renewContradicted(
  context: Context,
  { device_ids }: { device_ids: number[] },
): Promise<void> {
  const { db } = context
  await forecastRunOut(context, device_ids)
  const { rows } = await sql<{ device_id: number; company_id: number }>`
    select device_id, company_id from devices where device_id = any(${device_ids})`.execute(db)
  await publishLive(
    db,
    'devices',
    rows.map(({ device_id, company_id }) => [device_id, company_id]),
  )
}

/** Forecasts one tank after the other, yielding to other work in between. */
async function inTurns(tanks: readonly TankInput[]): Promise<TankForecast[]> {
  const created: TankForecast[] = []
  for (const tank of tanks) {
    created.push(...forecastTanks([tank]))
    await setImmediate()
  }
  return created
}

interface ForecastRun {
  /** Limits the work to these devices. */
  device_ids?: readonly number[]
  /** Locked before anything is written; by default the devices of the forecasts. */
  locked?: readonly number[]
  forecast: (tanks: readonly TankInput[]) => Promise<TankForecast[]>
}

interface KnownUse {
  days: Awaited<ReturnType<typeof readDailyUse>>
  entered: Awaited<ReturnType<typeof readEnteredUse>>
  kin: Awaited<ReturnType<typeof readKin>>
  degreeDays: Awaited<ReturnType<typeof readDegreeDays<Port>>>
}

function inputOf(port: Port, { days, entered, kin, degreeDays }: KnownUse): TankInput {
  const { inPast, ahead, air, isMeasured } = degreeDays(port)
  const used = withoutExpansion(days.get(portKey(port)) ?? [], {
    group: port.group,
    specificGravity: port.specific_gravity,
    air: air(),
  })
  const withCold = (known: readonly DayOfUse[]) => known.map((day) => withColdness(day, inPast(day.date)))
  return {
    days: daysOrLevels(withCold(used), entered.get(portKey(port)) ?? [], dayOf(port), inPast),
    // As far as known, they have the same weather.
    kin: (kin.get(portKey(port)) ?? []).map(withCold),
    measured: { ...measuredLevelOf(port), volume: knownVolume(port) },
    targets: targetsOf(port),
    // Starts on the day of the measurement; the forecast skips the past part of it.
    ahead: ahead(dayOf(port)),
    isColdMeasured: isMeasured,
  }
}

async function makeForecasts(
  context: Context,
  { device_ids, locked, forecast }: ForecastRun,
): Promise<number> {
  const { db, now } = context
  const ports = await readDuePorts(context, device_ids)
  if (ports.length === 0) return 0
  const requested = ports.map((port) => ({
    ...port,
    until: port.is_silent ? new Date(port.at) : now,
    withTemperature: expands(port.group),
  }))
  const days = await readDailyUse(db, requested, DAYS_LOOKED_AT)
  const young = ports.filter((port) => (days.get(portKey(port))?.length ?? 0) < MIN_OWN_DAYS)
  const entered = await readEnteredUse(context, young)
  const enteredDays = (port: Port) =>
    (entered.get(portKey(port)) ?? []).reduce((sum, level) => sum + level.days, 0)
  const borrowing = young.filter((port) => enteredDays(port) < MIN_OWN_DAYS)
  const kin = await readKin(context, borrowing, DAYS_LOOKED_AT)
  const degreeDays = await readDegreeDays(context, ports, DAYS_LOOKED_AT)
  const known = { days, entered, kin, degreeDays }
  const found = await forecast(ports.map((port) => inputOf(port, known)))
  const scaleOf = await readScales(db, ports)
  const scales = ports.map((port, i) => {
    const { model } = itemAt(found, i)
    return model === null ? UNSCALED : scaleOf(port, model)
  })
  const result = ports.map((port, i) =>
    forecastOf(port, calibrateForecast(itemAt(found, i), itemAt(scales, i)), now),
  )
  await inTransaction(context, async (own) => {
    await lockDevices(own, locked ?? ports.map(({ device_id }) => device_id))
    await writeForecasts(own.db, ports, result, now)
    await recordForecasts(
      own.db,
      ports.flatMap((port, i) => recordOf(port, itemAt(found, i), itemAt(scales, i)) ?? []),
    )
  })
  return ports.length
}

/** The tanks whose forecasts are to be renewed, the oldest first. */
async function readDuePorts({ db, now }: Context, device_ids: ForecastRun['device_ids']): Promise<Port[]> {
  // A join with the named devices, so that even without statistics the planner does not scan all ports.
  const named = device_ids
    ? sql`join unnest(${device_ids}::int8[]) as named (device_id) on named.device_id = s.device_id`
    : sql``
  const { rows } = await sql<Port>`
    select s.device_id, s.port_number, ${measuredVolume} as volume, ${measuredAt} as at,
      case when ${isFilledSince} then s.deliveries end as deliveries, ${clockAhead} as clock_ahead,
      ${measuredAt} < ${now}::timestamptz - ${typicalGapSql} as is_silent,
      p.reorder_red::float8 as red, p.def_liters::float8 as capacity, ${unusableVolumeOf('p')} as unusable,
      ${degreeDayBase} as degree_day_base,
      pr.product_group as group, coalesce(pr.specific_gravity, 1)::float8 as specific_gravity
    from port_states s join device_ports p on p.device_id = s.device_id and p.port_number = s.port_number
      join devices d on d.device_id = s.device_id
      left join tank_products pr on pr.product_id = p.product_id ${named}
    where ${measuredVolume} is not null and ${measuredAt} is not null
      and (s.forecast_at is null or s.forecast_at < ${now}::timestamptz - make_interval(hours => ${FORECAST_HOURS})
      or ${isForecastContradicted}
      or exists (select from tank_changes c where c.device_id = s.device_id and c.port_number = s.port_number
        and c.ended_at > s.forecast_at))
    order by s.forecast_at nulls first, s.trusted_at limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/**
 * Days of use measured by a sensor; without a sensor, the use between entered levels and deliveries, with the
 * temperature of the days.
 */
function daysOrLevels(
  days: readonly DayOfUse[],
  levels: readonly { date: string; used: number; days: number }[],
  before: string,
  inPast: (date: string) => number | undefined,
): readonly DayOfUse[] {
  if (levels.length === 0 || days.length > 0) return days
  const last = Date.parse(before)
  const cold = Array.from({ length: DAYS_LOOKED_AT }, (_, i) => {
    const date = calendarDay(last - (i + 1) * DAY)
    return withColdness({ date, used: Number.NaN, weekday: weekdayOf(date) }, inPast(date))
  })
  return [
    ...cold.filter(({ degree_days }) => degree_days !== undefined),
    // In addition to the temperature of the day, the use of the period that ends on it.
    ...levels.map((level) => ({ ...level, weekday: weekdayOf(level.date) })),
  ]
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Adds a day's degree days if known. */
export function withColdness(day: DayOfUse, degree_days: number | undefined): DayOfUse {
  return degree_days === undefined ? day : { ...day, degree_days }
}

/** The local day of the measurement. */
function dayOf({ at, clock_ahead }: Port): string {
  return calendarDay(Date.parse(at) + clock_ahead)
}

interface Forecast extends RunOut {
  use: number | null
  none: TankForecast['none']
  course: UseCourse | null
  because: TankForecast['because']
}

interface RunOut {
  empty: number | null
  low: number | null
  high: number | null
  red: number | null
}

type Measured = Pick<Port, 'volume' | 'at' | 'deliveries' | 'clock_ahead' | 'capacity' | 'unusable'>

/** The last measured level, with the deliveries since. */
export function measuredLevelOf({
  volume,
  at,
  deliveries,
  clock_ahead,
  capacity,
  unusable,
}: Measured): MeasuredLevel {
  const level = { volume, at: Date.parse(at), clockAhead: clock_ahead, unusable }
  return { ...level, deliveries: deliveries ?? [], ...(capacity > 0 && { capacity }) }
}

/** Litres to draw from: the last measured level plus deliveries since. */
function knownVolume(port: Measured): number {
  return port.deliveries === null
    ? port.volume
    : estimateLevel(measuredLevelOf(port), null, Date.now()).volume
}

/** A forecast to record; null if the last level already started one, because the tank is silent or was filled since. */
function recordOf(port: Port, { left, model }: TankForecast, scale: WidthScale): RecordedForecast | null {
  if (port.is_silent || port.deliveries !== null || model === null) return null
  const { device_id, port_number, at, volume } = port
  const targets = targetForecasts(targetsOf(port), left)
  return {
    device_id,
    port_number,
    day: dayOf(port),
    made: Date.parse(at),
    volume,
    model,
    scale,
    targets,
  }
}

/** The undrawable volume, and the urgent level if there is one. */
export function targetsOf({
  red,
  capacity,
  unusable,
}: Pick<Port, 'red' | 'capacity' | 'unusable'>): number[] {
  return red === null ? [unusable] : [unusable, (capacity * red) / 100]
}

/** Counts from now instead of from the measurement. */
function forecastOf(
  { at }: Port,
  { none, perDay, left, course, because }: TankForecast,
  now: Date,
): Forecast {
  const passed = Math.max(0, (now.getTime() - Date.parse(at)) / DAY)
  const fromNow = (days: number) => (days >= LONGEST_FORECAST ? LONGEST_FORECAST : Math.max(0, days - passed))
  const [empty, red] = left.map((item) => ({
    days: fromNow(item.days),
    low: fromNow(item.low),
    high: fromNow(item.high),
  }))
  return { use: perDay, ...runOutOf(empty, red), none, course, because }
}

function runOutOf(empty: DaysLeft | undefined, red: DaysLeft | undefined): RunOut {
  return {
    empty: empty?.days ?? null,
    low: empty?.low ?? null,
    high: empty?.high ?? null,
    red: red?.days ?? null,
  }
}

/** Days from now until a tank is empty, with their range, and until it is urgent, by its stored course of use. */
export function runOutByCourse(
  level: Measured & Pick<Port, 'red'>,
  course: UseCourse | null,
  now: Date,
): RunOut {
  if (course === null) return runOutOf(undefined, undefined)
  const measured = measuredLevelOf(level)
  const [empty, red] = targetsOf(level).map((target) =>
    daysLeft(measured, course, { now: now.getTime(), target }),
  )
  return runOutOf(empty, red)
}

async function writeForecasts(
  db: Context['db'],
  ports: Port[],
  result: Forecast[],
  now: Date,
): Promise<void> {
  await sql`update port_states s set use_per_day = f.use, days_to_empty = f.empty, days_to_empty_low = f.low,
      days_to_empty_high = f.high, days_to_red = f.red, no_forecast = f.none, use_course = f.course::json,
      forecast_because = f.because::json, forecast_at = ${now}, forecast_volume = s.volume, forecast_level = s.level
    from unnest(${ports.map((p) => p.device_id)}::int8[], ${ports.map((p) => p.port_number)}::int2[],
      ${result.map((f) => f.use)}::float8[], ${result.map((f) => f.empty)}::float8[], ${result.map((f) => f.low)}::float8[],
      ${result.map((f) => f.high)}::float8[], ${result.map((f) => f.red)}::float8[], ${result.map((f) => f.none)}::text[],
      ${result.map((f) => f.course && JSON.stringify(f.course))}::text[],
      ${result.map((f) => f.because && JSON.stringify(f.because))}::text[])
      as f (device_id, port_number, use, empty, low, high, red, none, course, because)
    where s.device_id = f.device_id and s.port_number = f.port_number`.execute(db)
}
