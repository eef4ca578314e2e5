import { itemAt } from '#core/platform/lists/itemAt.ts'

/** Typical figures of a tank: the scatter of its readings, and its rate of use. JSON-serializable. */
export interface TypicalUsage {
  /** Mean absolute difference of two readings after subtracting typical use, L. */
  spread: number
  /** Litres an hour over about the last week. */
  rate: number
  /** Litres an hour for each hour of the day, from midnight UTC; missing in states of earlier releases. */
  hourly?: number[]
  /** Factor of each day of the week, from Sunday: 1 is an average day. */
  weekly?: number[]
  /** The fastest typical use in litres an hour; decays with a half-life of 30 days. */
  fastest: number
  /** Epoch milliseconds of the first reading, and the number that followed. */
  since: number
  seen: number
}

/** Use from one reading to the next. */
export interface UsageStep {
  time: number
  hours: number
  /** L; negative if the tank was emptied. */
  change: number
  /** Fall of the level below the consensus of its last three readings, L: one bad echo moves it little. */
  fallen: number
  /** False if the step may belong to a delivery or a loss. */
  isCalm: boolean
}

const HOUR = 3_600_000
/** Scatter of a common ultrasonic sensor as a share of the capacity, until the tank has shown its own. */
const FIRST_SPREAD = 0.005
const SPREAD_MEMORY = 32
const RATE_MEMORY_HOURS = 168
const FASTEST_HALF_LIFE_HOURS = 720
const SHORTEST_HOURS = 1 / 60
/** Learning rates of the hours, and of the days of the week. */
const HOUR_WEIGHT = 0.12
const DAY_WEIGHT = 0.3
/** Maximum factor of a day: a tank used on one day of the week only has seven average days on it. */
const MAX_DAY_FACTOR = 7
/** Longer steps carry no information about hours. */
const LONGEST_RHYTHM_HOURS = 24
const EXPERIENCE_HOURS = 72
const EXPERIENCE_READINGS = 24

export function emptyTypicalUsage(time: number, capacity: number): TypicalUsage {
  return { spread: FIRST_SPREAD * capacity, rate: 0, fastest: 0, since: time, seen: 0 }
}

/** Standard deviation of the difference of two readings (σ√2 of the readings), from its mean deviation. */
export function noiseOf({ spread }: TypicalUsage): number {
  return spread * Math.sqrt(Math.PI / 2)
}

/** Typical use between two moments, L, by hour of the day: a tank used by day is not used at night. */
export function typicalUsageBetween({ rate, hourly, weekly }: Rhythm, from: number, until: number): number {
  const hours = (until - from) / HOUR
  if (!hourly || !weekly || hours > LONGEST_RHYTHM_HOURS) return rate * hours
  return usualOf(sharesOf(from, until), hourly, weekly)
}

function usualOf(shares: readonly Share[], hourly: readonly number[], weekly: readonly number[]): number {
  let litres = 0
  for (const { hour, day, share } of shares) litres += share * itemAt(hourly, hour) * itemAt(weekly, day)
  return litres
}

type Rhythm = Pick<TypicalUsage, 'rate' | 'hourly' | 'weekly'>

interface Share {
  hour: number
  day: number
  share: number
}

/** The hours and weekdays that a span covers, with the share of each hour. */
function sharesOf(from: number, until: number): Share[] {
  const shares: Share[] = []
  for (let start = from; start < until; ) {
    const hour = Math.floor(start / HOUR)
    const end = Math.min(until, (hour + 1) * HOUR)
    shares.push({
      hour: modulo(hour, 24),
      day: modulo(Math.floor(hour / 24) + FIRST_DAY, 7),
      share: (end - start) / HOUR,
    })
    start = end
  }
  return shares
}

/** 1970 began on a Thursday. */
const FIRST_DAY = 4
const modulo = (value: number, by: number) => ((value % by) + by) % by

/** The most that may be used in these hours without suspicion, L. */
export function plausibleUsage({ fastest, rate }: TypicalUsage, hours: number): number {
  return (1.5 * fastest + 3 * rate) * hours
}

/** Whether the history is long enough to call a fall unusual: three days and 24 readings. */
export function hasEnoughHistory({ since, seen }: TypicalUsage, time: number): boolean {
  return seen >= EXPERIENCE_READINGS && time - since >= EXPERIENCE_HOURS * HOUR
}

/**
 * Updates the typical use with one more step. Outliers move the scatter by a bounded step only. Possible deliveries and losses
 * do not count as use, except for the falls of a new tank.
 */
export function updateTypicalUsage(usual: TypicalUsage, step: UsageStep, capacity: number): TypicalUsage {
  const deviation = Math.abs(step.change + usual.rate * step.hours)
  const limit = 3 * usual.spread + 0.002 * capacity
  const spread = usual.spread + (Math.min(deviation, limit) - usual.spread) / SPREAD_MEMORY
  const isUse = step.isCalm || (step.change < 0 && !hasEnoughHistory(usual, step.time))
  return {
    spread,
    ...learntRhythm(usual, step, limit),
    rate: isUse ? learntRate(usual, step, limit) : usual.rate,
    fastest: isUse ? decayedMaximum(usual, step.fallen, step.hours) : usual.fastest,
    since: usual.since,
    seen: usual.seen + 1,
  }
}

/** A mean over a week, in which noise cancels: every reading enters once with each sign. */
function learntRate({ rate }: TypicalUsage, { hours, change }: UsageStep, limit: number): number {
  const weight = 1 - Math.exp(-hours / RATE_MEMORY_HOURS)
  const used = Math.max(-change / hours, rate - limit / hours)
  return Math.max(rate + weight * (used - rate), 0)
}

/** Moves each hour and day that the step covers by its share of the surprise. */
function learntRhythm(
  usual: TypicalUsage,
  { time, hours, change, isCalm }: UsageStep,
  limit: number,
): Required<Rhythm> {
  const { rate } = usual
  const hourly = [...(usual.hourly ?? Array.from({ length: 24 }, () => rate))]
  const weekly = [...(usual.weekly ?? Array.from({ length: 7 }, () => 1))]
  if (!isCalm || hours > LONGEST_RHYTHM_HOURS) return { rate, hourly, weekly }
  const from = time - hours * HOUR
  const shares = sharesOf(from, time)
  const surprise = -change - usualOf(shares, hourly, weekly)
  const bounded = Math.min(Math.max(surprise, -limit), limit)
  const ofDay = Math.max(rate * 24, limit)
  for (const { hour, day, share } of shares) {
    const part = (bounded * share) / hours
    hourly[hour] = short(itemAt(hourly, hour) + part * HOUR_WEIGHT)
    const factor = itemAt(weekly, day) + (part / ofDay) * DAY_WEIGHT
    weekly[day] = short(Math.min(Math.max(factor, 0), MAX_DAY_FACTOR))
  }
  return { rate, hourly, weekly }
}

const POWERS = Array.from({ length: 16 }, (_, digits) => 10 ** digits)

/** Rounds stored numbers to five digits, and tiny ones to zero. */
function short(value: number): number {
  const digits = 4 - Math.floor(Math.log10(Math.abs(value)))
  if (digits < 0) return Math.round(value / 10 ** -digits) * 10 ** -digits
  const power = POWERS[digits]
  return power === undefined ? 0 : Math.round(value * power) / power
}

/** A decaying maximum; four standard deviations are subtracted, so that scatter does not count as use. */
export function decayedMaximum(usual: TypicalUsage, fallen: number, hours: number): number {
  const faded = usual.fastest * 0.5 ** (hours / FASTEST_HALF_LIFE_HOURS)
  return Math.max(faded, (fallen - 4 * noiseOf(usual)) / Math.max(hours, SHORTEST_HOURS))
}
