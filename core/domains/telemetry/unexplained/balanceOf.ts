import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import type { ExpectedCold } from '#core/domains/weather/climate.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { liquidWarmth } from '../levels/liquidWarmth.ts'
import type { BalanceDay } from './balanceDay.ts'

/** A level at a moment: epoch milliseconds, litres, and the liquid's temperature, °C, if its sensor reports it. */
export interface MomentLevel {
  at: number
  volume: number
  celsius: number | null
}

/** The measurements around one day of a tank's place. */
export interface MeasuredDay {
  /** YYYY-MM-DD */
  date: string
  /** The last level of the day, the level before the quiet hours after it, and the level at the end of those before it. */
  last: MomentLevel
  evening: MomentLevel | null
  morning: MomentLevel | null
  /** Whether there was a delivery or sudden loss since the last level of the day before, or in the night before it. */
  isChanged: boolean
  isNightChanged: boolean
}

export interface BalanceQuestion {
  measured: readonly MeasuredDay[]
  /** The product's group and specific gravity, for the correction of volume by temperature. */
  group: string | null
  specificGravity: number
  /** Mean temperature of days, °C, and their degree days, by date, where known. */
  air: ReadonlyMap<string, number>
  degreeDays: ReadonlyMap<string, number>
  /** Expected degree days by the climate, if temperatures are unknown and the tank may be heating. */
  expected?: (date: string) => ExpectedCold
}

const HOUR = 3_600_000
/** The quiet hours of a night, from 23:00 to 05:00. */
export const NIGHT_HOURS = 6
const DAY_HOURS = 24
/** Tolerated deviation of a span from its nominal length, hours. */
const TOLERATED = { day: 8, night: 1.5 }

/**
 * Daily outflow of a tank, from levels converted to one temperature: the liquid's, else the air's, which the tank
 * follows with a lag; otherwise as measured. Leaves out days with a delivery, and days whose levels are too far from midnight.
 */
export function balanceOf({
  measured,
  group,
  specificGravity,
  air,
  degreeDays,
  expected,
}: BalanceQuestion): BalanceDay[] {
  const warmth = liquidWarmth(
    measured.map(({ date, last }) => ({ date, celsius: last.celsius })),
    air,
  )
  const net = (level: MomentLevel, date: string) =>
    netVolume(
      level.volume,
      { group, specificGravity, celsius: warmth === null ? null : warmth(date, level.celsius) },
      REFERENCE_CELSIUS.metric,
    ) ?? (warmth === null || !isCorrected(level.volume, group, specificGravity) ? level.volume : null)
  const balance: BalanceDay[] = []
  for (let i = 1; i < measured.length; i += 1) {
    const [before, day] = [itemAt(measured, i - 1), itemAt(measured, i)]
    if (Date.parse(day.date) - Date.parse(before.date) !== DAY_HOURS * HOUR || day.isChanged) continue
    const used = wentOut(before.last, day.last, DAY_HOURS, TOLERATED.day, [
      net(before.last, before.date),
      net(day.last, day.date),
    ])
    if (used === null) continue
    const night = nightOf(before, day, net)
    const degree_days = degreeDays.get(day.date)
    balance.push({
      date: day.date,
      used,
      ...(degree_days === undefined ? {} : { degree_days }),
      ...(expected && { expected: expected(day.date) }),
      ...(night === null ? {} : { night }),
    })
  }
  return balance
}

type Net = (level: MomentLevel, date: string) => number | null

function nightOf(
  { date, evening }: MeasuredDay,
  { morning, isNightChanged }: MeasuredDay,
  net: Net,
): number | null {
  if (!evening || !morning || isNightChanged) return null
  // By the morning, the air of the next day has hardly affected the liquid.
  return wentOut(evening, morning, NIGHT_HOURS, TOLERATED.night, [net(evening, date), net(morning, date)])
}

/** Litres between two levels, scaled to a span of `hours`; null if the actual span was much longer or shorter. */
function wentOut(
  from: MomentLevel,
  until: MomentLevel,
  hours: number,
  tolerated: number,
  [before, after]: [number | null, number | null],
): number | null {
  const passed = (until.at - from.at) / HOUR
  if (before === null || after === null || Math.abs(passed - hours) > tolerated) return null
  return ((before - after) * hours) / passed
}

const isCorrected = (volume: number, group: string | null, specificGravity: number) =>
  netVolume(
    volume,
    { group, specificGravity, celsius: REFERENCE_CELSIUS.metric },
    REFERENCE_CELSIUS.metric,
  ) !== null
