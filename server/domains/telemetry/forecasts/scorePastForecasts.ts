import { sql } from 'kysely'
import type { DayOfUse, TankForecast } from '#core/domains/telemetry/forecast.ts'
import { UNSCALED } from '#core/domains/telemetry/levels/scaleRange.ts'
import { type MeasuredUse, withoutExpansion } from '#core/domains/telemetry/levels/withoutExpansion.ts'
import type { LevelsAfterwards } from '#core/domains/telemetry/scoreForecast.ts'
import type { DegreeDayBase } from '#core/domains/weather/degreeDays.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { clockAheadAt, degreeDayBase, unusableVolumeOf } from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { expands, portKey, readDailyUse } from '../history/readDailyUse.ts'
import { readAfterwards } from '../intake/readAfterwards.ts'
import { DAYS_LOOKED_AT, measuredLevelOf, targetsOf, withColdness } from './forecastRunOut.ts'
import type { TankInput } from './forecastTanks.ts'
import { readDegreeDays, type TankDegreeDays } from './readDegreeDays.ts'
import { DAYS_APART, daysUntilAllScored, targetForecasts } from './recordForecasts.ts'
import { scoresOf, writeScores } from './writeScores.ts'

/** The last level measured on a day. */
interface Moment {
  device_id: number
  port_number: number
  at: string
  volume: number
  clock_ahead: number
  capacity: number
  red: number | null
  /** Undrawable litres. */
  unusable: number
  /** Daily mean above which no one heats, if set for the tank or its product. */
  degree_day_base: DegreeDayBase | null
  /** Group and gravity of the product; they determine how its volume depends on temperature. */
  group: string | null
  specific_gravity: number
}

interface PastForecasts {
  /** Days between two forecasts of a tank. */
  everyDays?: number
  /** Days back of the first and of the last forecast. */
  days?: number
  until?: number
}

const DAY = 86_400_000
/** Devices processed together. */
const BATCH_SIZE = 20
/** Time limit of their forecasts, on a busy machine. */
const MAX_SECONDS = 300

/**
 * Recreates the forecasts of past days from the data known on each, and scores those that are due: this gives tanks with imported history
 * a forecast record. Runs in the heavy-work thread, about 10 ms for each forecast. Past weather forecasts are not stored, so the climate's
 * expectation replaces them. Tanks with scores keep them. All scores of a tank are written at once, so an interruption leaves a tank with
 * all or none.
 * @param parts periods of the past, each with its own interval between forecasts
 * @returns the number of scores
 */
export async function scorePastForecasts(
  context: Context,
  device_ids: readonly number[],
  parts: readonly PastForecasts[] = [{}],
): Promise<number> {
  let count = 0
  for (let from = 0; from < device_ids.length; from += BATCH_SIZE) {
    const batch = device_ids.slice(from, from + BATCH_SIZE)
    const scores: Awaited<ReturnType<typeof scoreBatch>> = []
    for (const { everyDays = DAYS_APART, days = 365, until = 0 } of parts)
      scores.push(...(await scoreBatch(context, batch, { everyDays, days, until })))
    await writeScores(context.db, scores)
    count += scores.length
  }
  return count
}

async function scoreBatch(
  context: Context,
  device_ids: readonly number[],
  { everyDays, days, until }: Required<PastForecasts>,
) {
  const { db, now } = context
  const since = new Date(now.getTime() - days * DAY)
  const latest = now.getTime() - until * DAY
  const moments = (await readMoments(db, device_ids, since)).filter(
    (moment) =>
      (Date.parse(dateOf(moment)) / DAY) % everyDays === moment.device_id % everyDays &&
      Date.parse(moment.at) <= latest,
  )
  const ports = [...new Map(moments.map((moment) => [portKey(moment), moment])).values()]
  const requested = ports.map((port) => ({
    ...port,
    since,
    until: now,
    withTemperature: expands(port.group),
  }))
  const use = await readDailyUse(db, requested, days + DAYS_LOOKED_AT)
  const afterwards = await readAfterwards(db, requested)
  const afterwardsOf = new Map(ports.map((port, i) => [portKey(port), itemAt(afterwards, i)]))
  const degreeDays = await readDegreeDays(context, moments, DAYS_LOOKED_AT)
  // Built once for all forecasts of a tank, so that a thread receives it once too.
  const tanks = new Map(
    ports.map((port) => [portKey(port), tankHistory(port, use.get(portKey(port)) ?? [], degreeDays(port))]),
  )
  const inputs = moments.map((moment) => inputOf(moment, getOrThrow(tanks, portKey(moment))))
  const forecasts = await doHeavyWork<TankForecast[]>('forecasts', inputs, MAX_SECONDS)
  return moments.flatMap((moment, i) =>
    pastScores(moment, itemAt(forecasts, i), getOrThrow(afterwardsOf, portKey(moment)), now),
  )
}

async function readMoments(db: Context['db'], device_ids: readonly number[], since: Date): Promise<Moment[]> {
  const { rows } = await sql<Moment>`
    select r.device_id, r.port_number, r.last_at as at, r.last_volume as volume, ${clockAheadAt(sql`r.last_at`)} as clock_ahead,
      p.def_liters::float8 as capacity, p.reorder_red::float8 as red, ${unusableVolumeOf('p')} as unusable,
      ${degreeDayBase} as degree_day_base,
      pr.product_group as group, coalesce(pr.specific_gravity, 1)::float8 as specific_gravity
    from devices d join device_ports p on p.device_id = d.device_id and p.active = 1
      left join tank_products pr on pr.product_id = p.product_id
      join readings_daily r on r.device_id = p.device_id and r.port_number = p.port_number
    where d.device_id = any(${device_ids}::int8[]) and r.at >= ${since}::timestamptz
      and r.last_at > ${ownershipStart(sql`d.device_id`)}
    order by r.device_id, r.port_number, r.at`.execute(db)
  return rows
}

/** Local day of a measurement. */
function dateOf({ at, clock_ahead }: Moment): string {
  return calendarDay(Date.parse(at) + clock_ahead)
}

interface TankHistory extends Pick<TankDegreeDays, 'expected' | 'isMeasured'> {
  days: readonly DayOfUse[]
}

/** The daily use of a tank without thermal expansion, with the coldness of each day. */
function tankHistory(tank: Moment, use: readonly MeasuredUse[], weather: TankDegreeDays): TankHistory {
  const days = withoutExpansion(use, {
    group: tank.group,
    specificGravity: tank.specific_gravity,
    air: weather.air(),
  }).map((day) => withColdness(day, weather.inPast(day.date)))
  return { days, expected: weather.expected, isMeasured: weather.isMeasured }
}

function inputOf(moment: Moment, { days, expected, isMeasured }: TankHistory): TankInput {
  const until = dateOf(moment)
  const from = calendarDay(Date.parse(until) - DAYS_LOOKED_AT * DAY)
  return {
    days: days.filter(({ date }) => date >= from && date < until),
    measured: measuredLevelOf({ ...moment, deliveries: null }),
    targets: targetsOf(moment),
    ahead: expected(until),
    isColdMeasured: isMeasured,
  }
}

function pastScores(moment: Moment, { left, model }: TankForecast, afterwards: LevelsAfterwards, now: Date) {
  if (model === null) return []
  const { device_id, port_number, volume } = moment
  const madeAt = Date.parse(moment.at)
  const targets = targetForecasts(targetsOf(moment), left)
  if (madeAt + daysUntilAllScored(targets, UNSCALED) * DAY > now.getTime()) return []
  const forecast = {
    device_id,
    port_number,
    day: dateOf(moment),
    made: madeAt,
    volume,
    model,
    scale: UNSCALED,
    targets,
  }
  return scoresOf(forecast, afterwards)
}
