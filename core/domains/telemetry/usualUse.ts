/** What is usual for a tank: how much its readings scatter, and how fast it is emptied. JSON as it is. */
export interface UsualUse {
  /** Mean absolute difference of two readings once the usual use is taken off, L. */
  spread: number
  /** Litres an hour over the last week or so. */
  rate: number
  /** The fastest usual use in litres an hour; fades with a half-life of 30 days. */
  fastest: number
  /** Epoch milliseconds of the first reading, and how many followed. */
  since: number
  seen: number
}

/** From one reading to the next. */
export interface Step {
  time: number
  hours: number
  /** L; negative when the tank was emptied. */
  change: number
  /** How far the level is below what its last three readings agree on, L: one bad echo moves it little. */
  fallen: number
  /** Whether the step is a candidate of a delivery or a loss. */
  isCalm: boolean
}

const HOUR = 3_600_000
/** A common ultrasonic sensor's scatter, as a share of the capacity, until the tank has shown its own. */
const FIRST_SPREAD = 0.005
const SPREAD_MEMORY = 32
const RATE_MEMORY_HOURS = 168
const FASTEST_HALF_LIFE_HOURS = 720
const SHORTEST_HOURS = 1 / 60
const EXPERIENCE_HOURS = 72
const EXPERIENCE_READINGS = 24

export function unknownUse(time: number, capacity: number): UsualUse {
  return { spread: FIRST_SPREAD * capacity, rate: 0, fastest: 0, since: time, seen: 0 }
}

/** Standard deviation of the difference of two readings (σ√2 of the readings), from its mean deviation. */
export function noiseOf({ spread }: UsualUse): number {
  return spread * Math.sqrt(Math.PI / 2)
}

/** What may go in these hours without being remarkable, L: half more than the fastest hours known. */
export function plausibleUse({ fastest, rate }: UsualUse, hours: number): number {
  return (1.5 * fastest + 3 * rate) * hours
}

/** Whether the tank is known long enough to call a fall unusual: three days and 24 readings. */
export function isExperienced({ since, seen }: UsualUse, time: number): boolean {
  return seen >= EXPERIENCE_READINGS && time - since >= EXPERIENCE_HOURS * HOUR
}

/**
 * The usual use after one more step. Outliers move the scatter by a bounded step only, and candidates of
 * deliveries and losses do not count as use, except that a new tank's falls all do.
 */
export function learnUse(usual: UsualUse, step: Step, capacity: number): UsualUse {
  const deviation = Math.abs(step.change + usual.rate * step.hours)
  const limit = 3 * usual.spread + 0.002 * capacity
  const spread = usual.spread + (Math.min(deviation, limit) - usual.spread) / SPREAD_MEMORY
  const isUse = step.isCalm || (step.change < 0 && !isExperienced(usual, step.time))
  return {
    spread,
    rate: isUse ? learntRate(usual, step, limit) : usual.rate,
    fastest: isUse ? learntFastest(usual, step.fallen, step.hours) : usual.fastest,
    since: usual.since,
    seen: usual.seen + 1,
  }
}

/** The mean over a week: in it noise cancels, as every reading enters once up and once down. */
function learntRate({ rate }: UsualUse, { hours, change }: Step, limit: number): number {
  const weight = 1 - Math.exp(-hours / RATE_MEMORY_HOURS)
  const used = Math.max(-change / hours, rate - limit / hours)
  return Math.max(rate + weight * (used - rate), 0)
}

/** A maximum that fades; four standard deviations are taken off, so that scatter is not taken for use. */
export function learntFastest(usual: UsualUse, fallen: number, hours: number): number {
  const faded = usual.fastest * 0.5 ** (hours / FASTEST_HALF_LIFE_HOURS)
  return Math.max(faded, (fallen - 4 * noiseOf(usual)) / Math.max(hours, SHORTEST_HOURS))
}
