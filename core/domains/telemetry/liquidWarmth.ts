/** Of all days: one that is known for fewer corrects none, or its gaps would look like changes. */
const KNOWN = 0.9
/** How much of the air's warmth of a day a tank has taken on after it. */
const AIR_SHARE = 0.5

/**
 * How warm a tank's liquid was on a day, °C: as its sensor has told with a level of that day, or as the air lets expect, which it
 * follows with a lag; null where neither is known for nearly all days. `air` is the mean of days by their date.
 */
export function liquidWarmth(
  days: readonly { date: string; celsius: number | null }[],
  air: ReadonlyMap<string, number>,
): ((date: string, celsius: number | null) => number | null) | null {
  const share = (isKnown: (day: { date: string; celsius: number | null }) => boolean) =>
    days.filter(isKnown).length / Math.max(days.length, 1)
  if (share(({ celsius }) => celsius !== null) >= KNOWN) return (_, celsius) => celsius
  if (share(({ date }) => air.has(date)) < KNOWN) return null
  const lagged = new Map<string, number>()
  let warm: number | undefined
  for (const [date, mean] of [...air].sort(([one], [other]) => (one < other ? -1 : 1))) {
    warm = warm === undefined ? mean : warm + AIR_SHARE * (mean - warm)
    lagged.set(date, warm)
  }
  return (date) => lagged.get(date) ?? null
}
