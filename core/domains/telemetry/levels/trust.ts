/** Quality of a reading; only `good` readings raise alerts and feed forecasts. */
export type Quality = 'good' | 'out_of_range' | 'jump' | 'frozen'

export interface TrustReading {
  /** Epoch milliseconds. */
  time: number
  /** As sent by the sensor. */
  raw: number
  /** mm; null if the raw value yields none. */
  height: number | null
  tankHeight: number
  percent: number | null
  /** The last known delivery that the level does not show yet, epoch milliseconds. */
  delivered?: number | null
}

/** State of a port between two readings; small and JSON-serializable. */
export interface TrustState {
  /** Time of the newest reading judged. */
  time: number
  /** Percent of the last trusted reading, and of a jump awaiting confirmation. */
  trusted: number | null
  pending: number | null
  /** Number of consecutive jumps; missing if the newest reading is not a jump. */
  jumps?: number
  /** The raw value, since when it is unchanged, and in how many readings. */
  raw: number
  since: number
  count: number
  /** The last change of the raw value, and the smallest change so far: the sensor's step. */
  change?: number
  step?: number
  /** How often it went back by more than a step (counted up to MIN_FLICKERS). */
  flickers?: number
  /** The longest time in ms that the raw value stood still before, at most FROZEN_AFTER. */
  longest: number
}

const HOUR = 3_600_000
const LOWEST = -0.02
const HIGHEST = 1.05
/** Percentage points between two readings that no use explains, and within which two readings agree. */
const JUMP = 40
const AGREEMENT = 5
const FROZEN_AFTER = 72 * HOUR
const FROZEN_READINGS = 24
/** Flickers of a sensor that is alive even if its tank is unused, and the steps that each must go back. */
const MIN_FLICKERS = 8
const MIN_FLICKER_STEPS = 1.5
const FROZEN_FACTOR = 3

/**
 * Judges a reading by the port's previous ones; pure; the state is null before the first reading.
 *
 * - `out_of_range`: no height, or one below −2 % or above 105 % of the tank's height.
 * - `jump`: more than 40 points away from the last trusted reading. The next reading decides: within 5 points of the jump it
 * confirms it (a delivery), near the old level it shows the jump as a bad echo, and a third level is a separate jump (a
 * delivery under way). So a single bad echo is never trusted, and a delivery is trusted from its second reading on; from its first one
 * if a driver has reported it within the last day.
 * - `frozen`: the same raw value for 72 hours and 24 readings, and three times as long as it ever stood still (up to 9 days),
 * from a sensor that flickers: its value went back by more than its own step at least 8 times. A sensor that only follows the
 * level cannot be distinguished from one on an unused tank; stopped use is another alert.
 *
 * A reading that is not newer than the state is judged for its range only and leaves the state unchanged.
 */
export function judgeTrust(
  state: TrustState | null,
  reading: TrustReading,
): { quality: Quality; state: TrustState } {
  const inRange = isInRange(reading)
  if (state !== null && reading.time <= state.time)
    return { quality: inRange ? 'good' : 'out_of_range', state }
  const still = withStillness(state, reading)
  if (!inRange) return { quality: 'out_of_range', state: still }
  const level = levelOf(reading)
  if (isJump(still, level) && !isExplained(still, reading, level))
    return { quality: 'jump', state: { ...still, pending: level, jumps: (still.jumps ?? 0) + 1 } }
  const { jumps: _, ...rest } = still
  const believed = { ...rest, trusted: level ?? still.trusted, pending: null }
  return { quality: isFrozen(believed) ? 'frozen' : 'good', state: believed }
}

function isInRange({ height, tankHeight }: TrustReading): boolean {
  if (height === null || !Number.isFinite(height)) return false
  return !(tankHeight > 0) || (height >= LOWEST * tankHeight && height <= HIGHEST * tankHeight)
}

/** Percent of the capacity, or of the height if the capacity is unknown. */
function levelOf({ percent, height, tankHeight }: TrustReading): number | null {
  if (percent !== null) return percent
  return height !== null && tankHeight > 0 ? (height / tankHeight) * 100 : null
}

function isJump({ trusted, pending }: TrustState, level: number | null): boolean {
  if (level === null || trusted === null || Math.abs(level - trusted) <= JUMP) return false
  return pending === null || Math.abs(level - pending) > AGREEMENT
}

/** Whether a driver has reported the delivery that a higher level shows. */
function isExplained(
  { trusted }: TrustState,
  { time, delivered }: TrustReading,
  level: number | null,
): boolean {
  if (level === null || trusted === null || level < trusted) return false
  return delivered != null && time >= delivered && time - delivered <= 24 * HOUR
}

function withStillness(state: TrustState | null, { time, raw }: TrustReading): TrustState {
  if (state === null) {
    return { time, trusted: null, pending: null, raw, since: time, count: 1, longest: 0 }
  }
  const { trusted, pending, jumps, since, longest } = state
  if (raw === state.raw) return { ...state, time, count: state.count + 1 }
  return {
    time,
    trusted,
    pending,
    ...(jumps && { jumps }),
    raw,
    since: time,
    count: 1,
    ...flickeringOf(state, raw),
    // Capped, so that a sensor that was frozen for a month is not allowed three months the next time.
    longest: Math.max(longest, Math.min(state.time - since, FROZEN_AFTER)),
  }
}

/** Counts a value that goes back by more than a step: levels only sink, so only a sensor's noise returns. */
function flickeringOf(
  { raw: before, change: last = 0, step: smallest = Number.POSITIVE_INFINITY, flickers = 0 }: TrustState,
  raw: number,
): Pick<TrustState, 'change' | 'step' | 'flickers'> {
  const change = raw - before
  const step = Math.min(smallest, Math.abs(change))
  const back = change * last < 0 ? Math.min(Math.abs(change), Math.abs(last)) : 0
  return {
    change,
    step,
    flickers: Math.min(flickers + (back >= MIN_FLICKER_STEPS * step ? 1 : 0), MIN_FLICKERS),
  }
}

function isFrozen({ time, since, count, flickers = 0, longest }: TrustState): boolean {
  const patience = Math.max(FROZEN_AFTER, FROZEN_FACTOR * longest)
  return flickers >= MIN_FLICKERS && count >= FROZEN_READINGS && time - since >= patience
}
