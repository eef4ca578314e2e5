/** A window of one weekday: 1 is Monday, 7 Sunday; from 00:00 to 24:00 in local time. */
export interface WeekWindow {
  readonly to: string
  readonly day: number
  readonly from: string
}

/** Orders windows by day, then by hour. */
export function windowOrder(one: WeekWindow, other: WeekWindow): number {
  return one.day - other.day || (one.from < other.from ? -1 : Number(one.from > other.from))
}

/** Whether two windows of one day overlap; adjacent windows do not. */
export function windowsOverlap(windows: readonly WeekWindow[]): boolean {
  const sorted = windows.toSorted(windowOrder)
  return sorted.some((item, index) => {
    const before = sorted[index - 1]
    return before !== undefined && before.day === item.day && item.from < before.to
  })
}

/** Formats a time of day, such as `14:30`; 24:00 is the end of the day. */
type ClockText = (time: string) => string
const asStored: ClockText = (time) => time

/**
 * Windows as text; consecutive days with the same hours are combined: `Mon–Fri 07:00–11:00, 13:00–17:00; Sat 08:00–12:00`.
 * @param days names of the seven days, Monday first
 * @param clock the reader's time format; text to be parsed again keeps the 24-hour format
 */
export function weekWindowsText(
  windows: readonly WeekWindow[],
  days: readonly string[],
  clock = asStored,
): string {
  return groupedByHours(windows, clock)
    .map(({ first, last, hours }) => {
      const span = first === last ? days[first - 1] : `${days[first - 1]}–${days[last - 1]}`
      return `${span} ${hours}`
    })
    .join('; ')
}

/** The weekday of a day (YYYY-MM-DD): 1 is Monday, 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** The hours of a day (YYYY-MM-DD), `07:00–11:00, 13:00–17:00`; '' if it has none. */
export function hoursOn(windows: readonly WeekWindow[], day: string, clock = asStored): string {
  return hoursText(windows, weekdayOf(day), clock)
}

function hoursText(windows: readonly WeekWindow[], weekday: number, clock: ClockText): string {
  return windows
    .filter((window) => window.day === weekday)
    .toSorted(windowOrder)
    .map(({ from, to }) => `${clock(from)}–${clock(to)}`)
    .join(', ')
}

/** Groups consecutive days with the same hours, as `first` to `last`. */
function groupedByHours(
  windows: readonly WeekWindow[],
  clock: ClockText,
): readonly { first: number; last: number; hours: string }[] {
  const groups: { first: number; last: number; hours: string }[] = []
  for (let day = 1; day <= 7; day++) {
    const hours = hoursText(windows, day, clock)
    const before = groups.at(-1)
    if (hours === '') continue
    if (before && before.last === day - 1 && before.hours === hours) before.last = day
    else groups.push({ first: day, last: day, hours })
  }
  return groups
}

const SPAN = /^(\p{L}+)\.?(?:\s*[-–]\s*(\p{L}+)\.?)?\s+(.+)$/u
const HOURS = /^(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?$/

/**
 * Parses windows from such a text, also `Monday-Friday 7-15:30`; undefined if that fails.
 * @param dayOf the weekday of a word, 1 to 7
 */
export function readWeekWindows(
  text: string,
  dayOf: (word: string) => number | undefined,
): WeekWindow[] | undefined {
  const windows: WeekWindow[] = []
  for (const part of text.split(';').map((item) => item.trim())) {
    if (part === '') continue
    const [, first = '', last = first, hours = ''] = SPAN.exec(part) ?? []
    const [from, to] = [dayOf(first), dayOf(last)]
    const times = hours.split(',').map((item) => hoursIn(item.trim()))
    if (!from || !to) return undefined
    for (const day of daysBetween(from, to)) {
      for (const time of times) {
        if (!time) return undefined
        windows.push({ to: time.to, day, from: time.from })
      }
    }
  }
  return windows
}

function hoursIn(text: string): { from: string; to: string } | undefined {
  const [found, hour = '', minute = '00', untilHour = '', untilMinute = '00'] = HOURS.exec(text) ?? []
  const time = (hours: string, minutes: string) => `${hours.padStart(2, '0')}:${minutes}`
  return found === undefined ? undefined : { from: time(hour, minute), to: time(untilHour, untilMinute) }
}

/** Wraps around the end of the week if the last day precedes the first. */
function daysBetween(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, more) => ((first - 1 + more) % 7) + 1)
}
