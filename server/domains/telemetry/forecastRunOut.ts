import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { calibrateForecast } from '#core/domains/telemetry/calibrateForecast.ts'
import { daysLeft, estimateLevel } from '#core/domains/telemetry/estimateLevel.ts'
import {
  type DayOfUse,
  type DaysLeft,
  LONGEST_FORECAST,
  type MeasuredLevel,
  type TankForecast,
  type UseCourse,
} from '#core/domains/telemetry/forecast.ts'
import { MIN_OWN_DAYS } from '#core/domains/telemetry/forecasting/lenders.ts'
import { UNSCALED, type WidthScale } from '#core/domains/telemetry/scaleRange.ts'
import { withoutExpansion } from '#core/domains/telemetry/withoutExpansion.ts'
import type { DegreeDayBase } from '#core/domains/weather/degreeDays.ts'
import { calendarDay } from '#core/platform/calendarDay.ts'
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
import { doHeavyWork } from '#server/platform/heavyWork.ts'
import { publishLive } from '#server/platform/notify.ts'
import type { TaskContext } from '#server/platform/schedule.ts'
import { inTransaction } from '#server/platform/transactions.ts'
import { forecastTanks, type TankInput } from './forecastTanks.ts'
import { readScales } from './forecastWidths.ts'
import { portKey, readDailyUse } from './readDailyUse.ts'
import { readDegreeDays } from './readDegreeDays.ts'
import { readEnteredUse } from './readEnteredUse.ts'
import { readKin } from './readKin.ts'
import { type KeptForecast, recordForecasts, targetForecasts } from './recordForecasts.ts'

const AT_ONCE = 400
/** A forecast changes slowly; it is renewed a few times a day, and when the level contradicts it. */
const HOURS_OF_A_FORECAST = 4
const DAY = 86_400_000
/** That AT_ONCE of them may take, on a busy machine. */
const MOST_SECONDS = 120
/** As far back as the models look that know no weather. */
export const DAYS_LOOKED_AT = 120

interface Port {
  device_id: number
  port_number: number
  /** What was measured last, L, and when. */
  volume: number
  at: string
  /** What was delivered since. */
  deliveries: BroughtSince[] | null
  /** ms by which the clocks at its place were ahead of UTC then. */
  clock_ahead: number
  /** Nothing believable has come for longer than usual: its use is known up to then. */
  is_silent: boolean
  red: number | null
  capacity: number
  /** L that cannot be drawn. */
  unusable: number
  /** From what daily mean on nobody heats; null where the settings say it. */
  degree_day_base: DegreeDayBase | null
  /** Of the product: by them a liquid's volume goes with its warmth. */
  group: string | null
  specific_gravity: number
}

/** By the clock: all forecasts that are due, in threads of their own, so that nobody waits for them. */
export async function forecastWhatIsDue(context: TaskContext): Promise<void> {
  while (!context.signal?.aborted) {
    const made = await makeForecasts({ ...context, now: new Date() }, { forecast: inThreads(context.signal) })
    if (made < AT_ONCE) return
  }
}

/** In two halves, each in a thread: a fleet that is forecast from scratch may take what both cores have to spare. */
function inThreads(signal: AbortSignal | undefined) {
  return async (tanks: readonly TankInput[]): Promise<TankForecast[]> => {
    const half = Math.ceil(tanks.length / 2)
    const halves = [tanks.slice(0, half), tanks.slice(half)].filter((some) => some.length > 0)
    const made = await Promise.all(
      halves.map((some) => doHeavyWork<TankForecast[]>('forecasts', some, MOST_SECONDS, signal)),
    )
    return made.flat()
  }
}

/**
 * Makes the forecasts of these devices that are due: use per day, days to empty with a range, days to the urgent level, all
 * counted from now.
 * @param locked the devices that the transaction will need: they are locked together when the forecasts are computed.
 */
export function forecastRunOut(
  context: Context,
  device_ids: readonly number[],
  locked: readonly number[] = device_ids,
): Promise<number> {
  return makeForecasts(context, { device_ids, locked, forecast: inTurns })
}

/** Renews the forecasts of devices of which a level contradicts one, and shows them to open pages. */
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

/** One tank after the other, with room between them for whoever waits. */
async function inTurns(tanks: readonly TankInput[]): Promise<TankForecast[]> {
  const made: TankForecast[] = []
  for (const tank of tanks) {
    made.push(...forecastTanks([tank]))
    await setImmediate()
  }
  return made
}

interface ForecastRun {
  /** Only of these devices; of all without it. */
  device_ids?: readonly number[]
  /** Locked before anything is written; the devices of the forecasts without it. */
  locked?: readonly number[]
  forecast: (tanks: readonly TankInput[]) => Promise<TankForecast[]>
}

async function makeForecasts(
  context: Context,
  { device_ids, locked, forecast }: ForecastRun,
): Promise<number> {
  const { db, now } = context
  // A join with those that are named, so that however little is known of the tables nobody else's ports are looked at.
  const named = device_ids
    ? sql`join unnest(${device_ids}::int8[]) as named (device_id) on named.device_id = s.device_id`
    : sql``
  const { rows: ports } = await sql<Port>`
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
      and (s.forecast_at is null or s.forecast_at < ${now}::timestamptz - make_interval(hours => ${HOURS_OF_A_FORECAST})
      or ${isForecastContradicted}
      or exists (select from tank_changes c where c.device_id = s.device_id and c.port_number = s.port_number
        and c.ended_at > s.forecast_at))
    order by s.forecast_at nulls first, s.trusted_at limit ${AT_ONCE}`.execute(db)
  if (ports.length === 0) return 0
  const wanted = ports.map((port) => ({
    ...port,
    until: port.is_silent ? new Date(port.at) : now,
    isWarmthAsked: port.group !== null && port.group !== 'none',
  }))
  const days = await readDailyUse(db, wanted, DAYS_LOOKED_AT)
  const young = ports.filter((port) => (days.get(portKey(port))?.length ?? 0) < MIN_OWN_DAYS)
  const entered = await readEnteredUse(context, young)
  const enteredDays = (port: Port) =>
    (entered.get(portKey(port)) ?? []).reduce((sum, level) => sum + level.days, 0)
  const kin = await readKin(
    context,
    young.filter((port) => enteredDays(port) < MIN_OWN_DAYS),
    DAYS_LOOKED_AT,
  )
  const degreeDays = await readDegreeDays(context, ports, DAYS_LOOKED_AT)
  const found = await forecast(
    ports.map((port) => {
      const { inPast, ahead, air, isMeasured } = degreeDays(port)
      const used = withoutExpansion(days.get(portKey(port)) ?? [], {
        group: port.group,
        specificGravity: port.specific_gravity,
        air: air(),
      })
      const withCold = (known: readonly DayOfUse[]) => known.map((day) => withColdness(day, inPast(day.date)))
      return {
        days: daysOrLevels(withCold(used), entered.get(portKey(port)) ?? [], dayOf(port), inPast),
        // They stand under the same sky, as far as is known.
        kin: (kin.get(portKey(port)) ?? []).map(withCold),
        measured: { ...measuredLevelOf(port), volume: knownVolume(port) },
        targets: targetsOf(port),
        // The day of the measurement on: what of it has passed is the forecast's to know.
        ahead: ahead(dayOf(port)),
        isColdMeasured: isMeasured,
      }
    }),
  )
  const scaleOf = await readScales(db, ports)
  const scales = ports.map((port, i) => {
    const { model } = found[i]!
    return model === null ? UNSCALED : scaleOf(port, model)
  })
  const made = ports.map((port, i) => forecastOf(port, calibrateForecast(found[i]!, scales[i]!), now))
  await inTransaction(context, async (own) => {
    await lockDevices(own, locked ?? ports.map(({ device_id }) => device_id))
    await writeForecasts(own.db, ports, made, now)
    await recordForecasts(
      own.db,
      ports.flatMap((port, i) => keptForecast(port, found[i]!, scales[i]!) ?? []),
    )
  })
  return ports.length
}

/**
 * Days as a sensor tells them; where it does not, what was used from level to level, as people and deliveries told them, with the
 * cold of the days.
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
    // Beside the cold of the same day, the sum that ends on it.
    ...levels.map((level) => ({ ...level, weekday: weekdayOf(level.date) })),
  ]
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** A day with how cold it was, where that is known. */
export function withColdness(day: DayOfUse, degree_days: number | undefined): DayOfUse {
  return degree_days === undefined ? day : { ...day, degree_days }
}

/** The day of the measurement at the tank's place. */
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

/** The level that was measured last, with what was delivered since. */
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

/** L from which a tank is drawn: what was measured last, and what was delivered since. */
function knownVolume(port: Measured): number {
  return port.deliveries === null
    ? port.volume
    : estimateLevel(measuredLevelOf(port), null, Date.now()).volume
}

/** A forecast as it is kept; none of a tank whose last level has been the beginning of one already: it is silent, or was filled since. */
function keptForecast(port: Port, { left, model }: TankForecast, scale: WidthScale): KeptForecast | null {
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

/** What cannot be drawn, and urgent where there is such a level. */
export function targetsOf({
  red,
  capacity,
  unusable,
}: Pick<Port, 'red' | 'capacity' | 'unusable'>): number[] {
  return red === null ? [unusable] : [unusable, (capacity * red) / 100]
}

/** Counted from now, and not from the measurement. */
function forecastOf(
  { at }: Port,
  { none, perDay, left, course, because }: TankForecast,
  now: Date,
): Forecast {
  const passed = Math.max(0, (now.getTime() - Date.parse(at)) / DAY)
  const fromNow = (days: number) => (days >= LONGEST_FORECAST ? LONGEST_FORECAST : Math.max(0, days - passed))
  const [empty, red] = left.map((one) => ({
    days: fromNow(one.days),
    low: fromNow(one.low),
    high: fromNow(one.high),
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

/** Days from now until a tank is empty, with their range, and until it is urgent, by the course of its use that is kept. */
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

async function writeForecasts(db: Context['db'], ports: Port[], made: Forecast[], now: Date): Promise<void> {
  await sql`update port_states s set use_per_day = f.use, days_to_empty = f.empty, days_to_empty_low = f.low,
      days_to_empty_high = f.high, days_to_red = f.red, no_forecast = f.none, use_course = f.course::json,
      forecast_because = f.because::json, forecast_at = ${now}, forecast_volume = s.volume, forecast_level = s.level
    from unnest(${ports.map((p) => p.device_id)}::int8[], ${ports.map((p) => p.port_number)}::int2[],
      ${made.map((f) => f.use)}::float8[], ${made.map((f) => f.empty)}::float8[], ${made.map((f) => f.low)}::float8[],
      ${made.map((f) => f.high)}::float8[], ${made.map((f) => f.red)}::float8[], ${made.map((f) => f.none)}::text[],
      ${made.map((f) => f.course && JSON.stringify(f.course))}::text[],
      ${made.map((f) => f.because && JSON.stringify(f.because))}::text[])
      as f (device_id, port_number, use, empty, low, high, red, none, course, because)
    where s.device_id = f.device_id and s.port_number = f.port_number`.execute(db)
}
