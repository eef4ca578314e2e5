import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { FieldUnit } from '#core/platform/numbers/fieldUnit.ts'
import { isolateDirection, removeIsolation } from './isolateDirection.ts'

export type UnitSystem = 'imperial' | 'metric'

/** The reader's preferences for figures and times. */
export interface Reader {
  language: string
  timeZone: string
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const STEPS: readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number][] = [
  // "now", not "this minute".
  [MINUTE, 'second', MINUTE],
  [60 * MINUTE, 'minute', MINUTE],
  [DAY, 'hour', 60 * MINUTE],
  [30 * DAY, 'day', DAY],
  [365 * DAY, 'month', 30 * DAY],
  [Number.POSITIVE_INFINITY, 'year', 365 * DAY],
]

const numberFormats = new Map<string, Intl.NumberFormat>()
const timeFormats = new Map<string, Intl.DateTimeFormat>()
const ageFormats = new Map<string, Intl.RelativeTimeFormat>()

/** Intl objects are expensive to create and cheap to use. */
function cached<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key)
  if (known !== undefined) return known
  const format = make()
  made.set(key, format)
  return format
}

/** The format of a language with these options. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  return cached(timeFormats, key, () => new Intl.DateTimeFormat(language, options))
}

export function formatNumber(value: number, { language }: Pick<Reader, 'language'>, decimals = 2): string {
  const format = cached(
    numberFormats,
    `number ${language} ${decimals}`,
    () =>
      new Intl.NumberFormat(language, {
        maximumFractionDigits: decimals,
        useGrouping: 'always',
        // What rounds to zero has no sign.
        signDisplay: 'negative',
      }),
  )
  return format.format(value)
}

/**
 * A figure with its unit: a percent sign follows directly, other units after a no-break space.
 * @param isMirrored on right-to-left pages, where sign, figure and unit would change places.
 */
export function withUnit(figure: string, unit: string | undefined, isMirrored = false): string {
  const name = removeIsolation(unit ?? '')
  const space = name === '' || name.endsWith('%') ? '' : '\u00a0'
  const text = `${figure}${space}${name}`
  return isMirrored ? isolateDirection(text) : text
}

/** A stored decimal without the trailing zeros of its column: 12.500000 is 12.5. */
export function trimDecimalZeros(stored: string): string {
  return stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored
}

/** Decimals by unit: few for litres and millimetres, others by the precision of their sensors. */
export function decimalsOf(unit: FieldUnit | '°C' | undefined): number {
  if (unit === 'L' || unit === 'mm' || unit === '%') return 1
  return unit === 'gal' || unit === 'in' || unit === 'V' ? 2 : 3
}

export function formatInstant(instant: string | number | Date, { language, timeZone }: Reader): string {
  const format = cached(
    timeFormats,
    `instant ${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  )
  return format.format(new Date(instant))
}

/** An instant by the clock of a place, with the zone's name if it is not the reader's. */
export function formatInstantAt(instant: string | number | Date, reader: Reader, zone: string): string {
  if (zone === reader.timeZone) return formatInstant(instant, reader)
  const format = cached(
    timeFormats,
    `instant at ${reader.language} ${zone}`,
    () =>
      new Intl.DateTimeFormat(reader.language, {
        ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
        ...{ timeZone: zone, timeZoneName: 'short' },
      }),
  )
  return format.format(new Date(instant))
}

/** The day of an instant in the reader's time zone. */
export function formatDayOf(instant: string | number | Date, { language, timeZone }: Reader): string {
  const format = cached(
    timeFormats,
    `day ${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
  )
  return format.format(new Date(instant))
}

/** A calendar day, the same in every time zone. */
export function formatDate(date: string, { language }: Pick<Reader, 'language'>): string {
  const format = cached(
    timeFormats,
    `date ${language}`,
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
  )
  return format.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}

/**
 * The time of day, such as "9:05 AM EST".
 * @param isShort without the name of the zone, for narrow places.
 */
export function formatClock(instant: Date, { language, timeZone }: Reader, isShort = false): string {
  const format = cached(
    timeFormats,
    `clock ${language} ${timeZone} ${isShort}`,
    () =>
      new Intl.DateTimeFormat(language, {
        hour: 'numeric',
        minute: '2-digit',
        timeZone,
        ...(!isShort && { timeZoneName: 'short' }),
      }),
  )
  return format.format(instant)
}

/**
 * How long ago, or in how long: "12 min ago". Days follow the reader's calendar: 40 hours ago is "2 days ago" at noon.
 * @param isByDay no finer than a day: "today", for estimates
 */
export function formatRelativeTime(
  instant: string | number | Date,
  now: number,
  { language, timeZone }: Reader,
  isByDay = false,
): string {
  const distance = new Date(instant).getTime() - now
  const steps = isByDay ? STEPS.filter(([, , size]) => size >= DAY) : STEPS
  const [, unit, size] = steps.find(([limit]) => Math.abs(distance) < limit) ?? firstOf(STEPS)
  const midnightOf = (at: number) => Date.parse(toZoned(new Date(at).toISOString(), timeZone).slice(0, 10))
  // A day of 25 hours leaves no whole day between two instants of it.
  const days = unit === 'day' ? (midnightOf(now + distance) - midnightOf(now)) / size : 0
  // "yesterday", but "1 mo ago": last month can be yesterday.
  const numeric = unit === 'month' || unit === 'year' ? 'always' : 'auto'
  const format = cached(
    ageFormats,
    `age ${numeric} ${language}`,
    () => new Intl.RelativeTimeFormat(language, { style: 'short', numeric }),
  )
  return format.format(days || Math.trunc(distance / size), unit).replace(/\./g, '')
}

/** The wall clock of a time zone at an instant, as `YYYY-MM-DD HH:mm`. */
export function toZoned(instant: string, timeZone: string): string {
  const format = cached(
    timeFormats,
    `zoned ${timeZone}`,
    () =>
      new Intl.DateTimeFormat('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone,
      }),
  )
  return format.format(new Date(instant))
}

/** The instant at which a time zone's wall clock shows `YYYY-MM-DD HH:mm`. */
export function fromZoned(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall.slice(0, 16).replace(' ', 'T')}:00Z`)
  const distance = (guess: number) =>
    Date.parse(`${toZoned(new Date(guess).toISOString(), timeZone).replace(' ', 'T')}:00Z`) - guess
  const first = asUtc - distance(asUtc)
  return new Date(asUtc - distance(first)).toISOString()
}
