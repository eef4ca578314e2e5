const MINUTE = 60_000
const DAY = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The clock of a time zone; they are dear to make. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, made)
  return made
}

/** What the clock of a zone shows at a moment, as milliseconds of a clock in UTC that shows the same. */
function shownAt(zone: string, moment: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(moment)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The first moment at which the clock of a time zone shows this time of this day, or a later one where the clock leaps over
 * it in spring. Of an hour that comes twice in autumn it is the first.
 * @param day YYYY-MM-DD
 * @param time 00:00 to 24:00
 */
export function momentAt(zone: string, day: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * MINUTE
  const offsets = [wanted - DAY, wanted + DAY].map((moment) => shownAt(zone, moment) - moment)
  const candidates = offsets.map((offset) => wanted - offset).sort((one, other) => one - other)
  const found = candidates.find((moment) => shownAt(zone, moment) === wanted)
  return new Date(found ?? leap(zone, wanted, candidates))
}

/** The moment of a leap over what is wanted, which lies between the two that the clocks before and after it would give. */
function leap(zone: string, wanted: number, [first = 0, last = 0]: readonly number[]): number {
  let [before, after] = [first - MINUTE, last]
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (shownAt(zone, middle) >= wanted) after = middle
    else before = middle
  }
  return after
}
