/** How far a reading can be trusted; whatever is not `good` raises no alert and feeds no forecast. */
export type Quality = 'good' | 'out_of_range' | 'jump' | 'frozen'

export interface TrustReading {
  /** Epoch milliseconds. */
  time: number
  /** As the sensor gave it. */
  raw: number
  /** mm; null when the raw value tells none. */
  height: number | null
  tankHeight: number
  percent: number | null
}

/** What is remembered of a port between two readings: small, and JSON as it is. */
export interface TrustState {
  /** Of the newest reading judged. */
  time: number
  /** Percent of the last reading that was believed, and of a jump that waits for its confirmation. */
  trusted: number | null
  pending: number | null
  /** The raw value, since when it is the same, and in how many readings. */
  raw: number
  since: number
  count: number
  /** How often the raw value has changed so far (counted up to ENOUGH_CHANGES). */
  changes: number
  /** The longest time in ms that the raw value has stood still before, at most FROZEN_AFTER. */
  longest: number
}

const HOUR = 3_600_000
const LOWEST = -0.02
const HIGHEST = 1.05
/** Points of percent between two readings that no use explains, and within which two readings agree. */
const JUMP = 40
const AGREEMENT = 5
const FROZEN_AFTER = 72 * HOUR
const FROZEN_READINGS = 24
const ENOUGH_CHANGES = 8
const STILLER_THAN_USUAL = 3

/**
 * Judges a reading by the port's last ones; pure, and the state null before the first reading.
 *
 * - `out_of_range`: no height, or one below −2 % or above 105 % of the tank's height.
 * - `jump`: more than 40 points away from the last believed reading. The next reading decides: within 5
 *   points of the jump it confirms it (a delivery), near the old level it shows the jump as a bad echo, and
 *   a third level is a jump of its own (a delivery under way). So one bad echo is never believed, and a
 *   delivery is from its second reading.
 * - `frozen`: the very same raw value for 72 hours and 24 readings, on a port that has changed at least 8
 *   times before and stands still three times as long as it ever did. Most sensors flicker by a step even on
 *   an unused tank; one that does not (coarse steps, a quiet week-end) has shown long stillness before and
 *   is given more time, up to 9 days.
 *
 * A reading not newer than the state is judged for its range only and leaves the state as it is.
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
  if (isJump(still, level)) return { quality: 'jump', state: { ...still, pending: level } }
  const believed = { ...still, trusted: level ?? still.trusted, pending: null }
  return { quality: isFrozen(believed) ? 'frozen' : 'good', state: believed }
}

function isInRange({ height, tankHeight }: TrustReading): boolean {
  if (height === null || !Number.isFinite(height)) return false
  return !(tankHeight > 0) || (height >= LOWEST * tankHeight && height <= HIGHEST * tankHeight)
}

/** Percent of the capacity, or of the height where the capacity is not known. */
function levelOf({ percent, height, tankHeight }: TrustReading): number | null {
  if (percent !== null) return percent
  return height !== null && tankHeight > 0 ? (height / tankHeight) * 100 : null
}

function isJump({ trusted, pending }: TrustState, level: number | null): boolean {
  if (level === null || trusted === null || Math.abs(level - trusted) <= JUMP) return false
  return pending === null || Math.abs(level - pending) > AGREEMENT
}

function withStillness(state: TrustState | null, { time, raw }: TrustReading): TrustState {
  if (state === null) {
    return { time, trusted: null, pending: null, raw, since: time, count: 1, changes: 0, longest: 0 }
  }
  const { trusted, pending, since, count, changes, longest } = state
  if (raw === state.raw) return { time, trusted, pending, raw, since, count: count + 1, changes, longest }
  return {
    time,
    trusted,
    pending,
    raw,
    since: time,
    count: 1,
    changes: Math.min(changes + 1, ENOUGH_CHANGES),
    // Capped, so that a sensor that froze for a month is not given three months the next time.
    longest: Math.max(longest, Math.min(state.time - since, FROZEN_AFTER)),
  }
}

function isFrozen({ time, since, count, changes, longest }: TrustState): boolean {
  const patience = Math.max(FROZEN_AFTER, STILLER_THAN_USUAL * longest)
  return changes >= ENOUGH_CHANGES && count >= FROZEN_READINGS && time - since >= patience
}
