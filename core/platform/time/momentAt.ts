const MINUTE = 60_000
const DAY = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The formatter of a time zone; cached, as it is expensive to create. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, format)
  return format
}

/** The local time of a zone at a moment, as UTC milliseconds that show the same time. */
function shownAt(zone: string, moment: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(moment)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The first moment at which the clock of a time zone shows this time on this day, or a later time if the clock skips it in
 * spring. For an hour that occurs twice in autumn, the first one.
 * @param day YYYY-MM-DD
 * @param time 00:00 to 24:00
 */
export function momentAt(zone: string, day: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const local = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * MINUTE
  const offsets = [local - DAY, local + DAY].map((moment) => shownAt(zone, moment) - moment)
  const candidates = offsets.map((offset) => local - offset).sort((one, other) => one - other)
  const found = candidates.find((moment) => shownAt(zone, moment) === local)
  return new Date(found ?? leap(zone, local, candidates))
}

/** The moment at which the clock skips the wanted time; it lies between the results of the offsets before and after. */
function leap(zone: string, local: number, [first = 0, last = 0]: readonly number[]): number {
  let [before, after] = [first - MINUTE, last]
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (shownAt(zone, middle) >= local) after = middle
    else before = middle
  }
  return after
}
