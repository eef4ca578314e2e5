/** Use of one day at the tank's own place. */
export interface DayOfUse {
  /** YYYY-MM-DD */
  date: string
  /** Litres used, deliveries left out; small negative values are noise. */
  used: number
  /** 0 = Sunday … 6 = Saturday. */
  weekday: number
}

/** How a tank is used: enough to tell what is left after some days, and small enough to be kept. JSON as it is. */
export interface UsePattern {
  /** Litres expected on each weekday, 0 = Sunday; all the same where the data show no rhythm. */
  byWeekday: readonly number[]
  /** By how much a day falls short of or exceeds its expectation, L: the 10 % and 90 % quantiles. */
  low: number
  high: number
  /** Days it is drawn from. */
  days: number
}

export interface UseForecast extends UsePattern {
  reason: null
  /** Litres a day, over a whole week. */
  perDay: number
}

export interface NoForecast {
  reason: 'too_little_data' | 'no_use'
}

export interface DaysLeft {
  days: number
  /** With heavy use, and with light use: eight times of ten it lies between them. */
  low: number
  high: number
}

const WINDOW_DAYS = 28
const LEAST_DAYS = 3
/** Of the mean deviation, what weekdays must explain before they are believed. */
const RHYTHM = 0.3
const LEAST_OF_WEEKDAY = 2
const DAY = 86_400_000
/** Beyond ten years a forecast says nothing; it stops here. */
export const LONGEST_FORECAST = 3650

/**
 * The usual use of a tank from its daily use: the median of the 28 days up to the newest one, which neither
 * a missed delivery nor one odd day can shift, weighted by weekday where weekdays explain the days clearly
 * better. A tank that is used on fewer than half of its days has a median of 0; there it is the mean.
 * Fewer than 3 days: `too_little_data`; nothing used: `no_use`.
 */
export function forecastUse(days: readonly DayOfUse[]): UseForecast | NoForecast {
  const window = newestDays(days)
  if (window.length < LEAST_DAYS) return { reason: 'too_little_data' }
  const usual = usualDay(window.map((day) => day.used))
  const byWeekday = weekdayRhythm(window) ?? Array.from({ length: 7 }, () => usual)
  const perDay = meanOf(byWeekday)
  if (!(perDay > 0)) return { reason: 'no_use' }
  const residuals = window.map((day) => day.used - byWeekday[day.weekday]!)
  return {
    reason: null,
    perDay,
    byWeekday,
    low: Math.min(quantile(residuals, 0.1), 0),
    high: Math.max(quantile(residuals, 0.9), 0),
    days: window.length,
  }
}

/**
 * Days until a tank of `volume` litres comes down to `target`, from now: `weekday` is today's, of which the
 * share `elapsed` (0..1) has passed. Never below 0, at most LONGEST_FORECAST. The range follows from the
 * days' residuals: n days scatter by √n, and the usual day itself is known no better than its data allow.
 */
export function daysToReach(
  forecast: UsePattern,
  now: { volume: number; target: number; weekday: number; elapsed: number },
): DaysLeft {
  const wanted = now.volume - now.target
  if (!(wanted > 0)) return { days: 0, low: 0, high: 0 }
  const found = { days: LONGEST_FORECAST, low: LONGEST_FORECAST, high: LONGEST_FORECAST }
  for (const { passed, part, before, used } of usageSteps(forecast, now, LONGEST_FORECAST)) {
    for (const which of ['low', 'days', 'high'] as const) {
      if (found[which] === LONGEST_FORECAST && used[which] >= wanted) {
        found[which] = passed - part * ((used[which] - wanted) / (used[which] - before[which]))
      }
    }
    if (found.high !== LONGEST_FORECAST) break
  }
  return found
}

/** Litres used since the start: as expected, with heavy use (`low`: it runs out early), and with light use. */
export type UsageRange = Record<'days' | 'low' | 'high', number>

interface UseStep {
  /** Days since the start, at the end of this step, and how much of a day the step is. */
  passed: number
  part: number
  before: Readonly<UsageRange>
  used: Readonly<UsageRange>
}

/** The use that is expected from a moment on, in steps that end with a day, up to `longest` days. What is used stays used. */
export function* usageSteps(
  { byWeekday, low, high, days }: UsePattern,
  start: { weekday: number; elapsed: number },
  longest: number,
): Generator<UseStep> {
  const margins = { days: 0, low: high, high: low }
  let before: UsageRange = { days: 0, low: 0, high: 0 }
  let expected = 0
  let passed = 0
  for (let day = 0; passed < longest; day += 1) {
    const part = Math.min(day === 0 ? 1 - start.elapsed : 1, longest - passed)
    expected += part * byWeekday[(start.weekday + day) % 7]!
    passed += part
    const scatter = Math.sqrt(passed * (1 + passed / days))
    const after = (which: keyof UsageRange) => Math.max(expected + margins[which] * scatter, before[which])
    const used = { days: after('days'), low: after('low'), high: after('high') }
    yield { passed, part, before, used }
    before = used
  }
}

/** By date, without days older than the window; noise below 0 is no use. */
function newestDays(days: readonly DayOfUse[]): DayOfUse[] {
  const dated = days.map((day) => ({ ...day, used: Math.max(day.used, 0), time: Date.parse(day.date) }))
  const newest = Math.max(...dated.map((day) => day.time))
  return dated.filter((day) => Number.isFinite(day.used) && newest - day.time < WINDOW_DAYS * DAY)
}

/** The median, or the mean of a tank that stands idle on most days. */
function usualDay(used: readonly number[]): number {
  return quantile(used, 0.5) || meanOf(used)
}

/** Litres by weekday; null unless every weekday was seen twice and they explain the days clearly better. */
function weekdayRhythm(days: readonly DayOfUse[]): number[] | null {
  const groups = Array.from({ length: 7 }, (_, weekday) =>
    days.filter((day) => day.weekday === weekday).map((day) => day.used),
  )
  if (groups.some((group) => group.length < LEAST_OF_WEEKDAY)) return null
  const medians = groups.map((group) => quantile(group, 0.5))
  const overall = quantile(
    days.map((day) => day.used),
    0.5,
  )
  const without = meanOf(days.map((day) => Math.abs(day.used - overall)))
  // Seven medians always fit better than one, the more so the fewer days there are: each
  // day is judged by the others of its weekday.
  const withRhythm = meanOf(
    groups.flatMap((group) => group.map((used, i) => Math.abs(used - quantile(group.toSpliced(i, 1), 0.5)))),
  )
  return withRhythm < (1 - RHYTHM) * without && meanOf(medians) > 0 ? medians : null
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)]!
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place))
}
