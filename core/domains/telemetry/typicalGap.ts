import { itemAt } from '#core/platform/lists/itemAt.ts'

/**
 * The silence of a device that counts as a gap in its history, in the unit of the times: 2.5 times the median of its own
 * pauses, and at least 1.5 times their 90th percentile, as many devices record less often than configured.
 * @param times moments of its readings, ascending.
 * @returns null for fewer than two readings.
 */
export function typicalGap(times: readonly number[]): number | null {
  const pauses = times.slice(1).map((time, index) => time - itemAt(times, index))
  if (pauses.length === 0) return null
  const sorted = pauses.toSorted((one, other) => one - other)
  const at = (share: number) => itemAt(sorted, Math.min(sorted.length - 1, Math.floor(share * sorted.length)))
  return Math.max(2.5 * at(0.5), 1.5 * at(0.9))
}
