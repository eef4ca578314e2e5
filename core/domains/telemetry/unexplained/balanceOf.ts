import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import type { ExpectedCold } from '#core/domains/weather/climate.ts'
import { liquidWarmth } from '../liquidWarmth.ts'
import type { BalanceDay } from './balanceDay.ts'

/** A level at a moment: epoch milliseconds, litres, and how warm the liquid was, °C, where its sensor tells. */
export interface MomentLevel {
  at: number
  volume: number
  celsius: number | null
}

/** What was measured around one day at a tank's own place. */
export interface MeasuredDay {
  /** YYYY-MM-DD */
  date: string
  /** The last level of the day, that before the quiet hours that follow it, and that at the end of those before it. */
  last: MomentLevel
  evening: MomentLevel | null
  morning: MomentLevel | null
  /** Whether something was delivered, or lost at once, since the last level of the day before, or in the night before it. */
  isChanged: boolean
  isNightChanged: boolean
}

export interface BalanceQuestion {
  measured: readonly MeasuredDay[]
  /** The product's group and specific gravity: what a liquid's volume does with its temperature. */
  group: string | null
  specificGravity: number
  /** Mean temperature of days, °C, and their degree days, by date, where they are known. */
  air: ReadonlyMap<string, number>
  degreeDays: ReadonlyMap<string, number>
  /** Where nobody knows how cold it was, and the tank may be one that heats: what the climate lets expect. */
  expected?: (date: string) => ExpectedCold
}

const HOUR = 3_600_000
/** The quiet hours of a night, from 23:00 to 05:00. */
export const NIGHT_HOURS = 6
const DAY_HOURS = 24
/** A span that is measured may be longer or shorter than it is called, by so many hours. */
const TOLERATED = { day: 8, night: 1.5 }

/**
 * What went out of a tank day by day, by levels that are brought to one temperature: by the liquid's own, else by the air's, which
 * the tank follows with a lag; else as it was measured. Days on which something was delivered are left out, and so are
 * those whose levels lie too far from midnight.
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
    const [before, day] = [measured[i - 1]!, measured[i]!]
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
  // What the air of the day that follows does to the liquid has hardly begun by the morning.
  return wentOut(evening, morning, NIGHT_HOURS, TOLERATED.night, [net(evening, date), net(morning, date)])
}

/** Litres that went between two levels, as for a span of so many hours; null where it was much longer or shorter. */
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
