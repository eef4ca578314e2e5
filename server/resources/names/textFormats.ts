import { LRUCache } from 'lru-cache'
import { localeOf } from '#core/platform/texts/locales.ts'
import type { Actor } from '#server/platform/context.ts'

/** Maximum number of cached formatters: more than languages, zones and scales in use at a time. */
const MAX_CACHED = 500

/** Creating a formatter takes longer than formatting a hundred values: each is created once. */
const figures = memoize(
  (language: string, scale: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: scale, useGrouping: 'always' }),
)
const days = memoize(
  (language: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
)
const moments = memoize(
  (language: string, timeZone: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)

const namedMoments = memoize(
  (language: string, timeZone: string) =>
    new Intl.DateTimeFormat(language, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZone, timeZoneName: 'short' },
    }),
)

/** The locale of figures, dates and times for the actor. */
export function localeOfActor({ language, timeZone }: Pick<Actor, 'language' | 'timeZone'>): string {
  return localeOf(language, timeZone)
}

/** An instant in the actor's time zone, such as "Nov 21, 2026, 9:05 AM EST". */
export function instantText(actor: Actor, instant: string): string {
  return moments(localeOfActor(actor), actor.timeZone).format(new Date(instant))
}

/** An instant by the clock of a place, with its zone where it is not the actor's: "Nov 21, 2026, 8:05 AM CST". */
export function instantTextAt(actor: Actor, instant: string, zone: string): string {
  return zone === actor.timeZone
    ? instantText(actor, instant)
    : namedMoments(localeOfActor(actor), zone).format(new Date(instant))
}

/** A day in the actor's format. */
export function dateText(actor: Actor, date: string): string {
  return days(localeOfActor(actor)).format(new Date(`${date}T00:00:00Z`))
}

/** A figure in the actor's format, with at most `decimals` decimals. */
export function figureText(actor: Actor, value: number, decimals: number): string {
  return figures(localeOfActor(actor), decimals).format(value)
}

/** Caches the results of a function by its arguments. */
function memoize<A extends readonly (string | number)[], T extends object>(
  make: (...args: A) => T,
): (...args: A) => T {
  const made = new LRUCache<string, T>({ max: MAX_CACHED })
  return (...args) => {
    const key = args.join(' ')
    const found = made.get(key) ?? make(...args)
    made.set(key, found)
    return found
  }
}
