/** Minimum share of days with a known temperature: with fewer, gaps would look like changes. */
const KNOWN = 0.9
/** Share of the difference to the day's air temperature that a tank takes on in a day. */
const AIR_SHARE = 0.5

/**
 * The temperature of a tank's liquid on a day, °C: as measured by its sensor, or lagging behind the air; null if neither is
 * known for nearly all days. `air` is the daily mean by date.
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
