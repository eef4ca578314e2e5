/**
 * How long a device may be silent before it counts as a gap in its history, in the unit of the times: well beyond what
 * is usual for itself (two and a half times the middle of its pauses, and half more than all but the longest tenth), as
 * many devices record more seldom than their setting says.
 * @param times moments of its readings, ascending.
 * @returns null when there are not two of them.
 */
export function typicalGap(times: readonly number[]): number | null {
  const pauses = times.slice(1).map((time, index) => time - times[index]!)
  if (pauses.length === 0) return null
  const sorted = pauses.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  return Math.max(2.5 * at(0.5), 1.5 * at(0.9))
}
