import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { judgeRound, type TimedIssue } from '#core/domains/dispatch/routing/judgeRound.ts'
import type { TimedRound } from '#core/domains/dispatch/routing/timeRound.ts'
import { greatCircle } from '#core/domains/dispatch/travel/estimateTravel.ts'
import type { Driven } from '#core/domains/shipments/drivenRound.ts'
import { ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { localeOf } from '#core/platform/texts/locales.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Actor } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import type { RouteStop } from './readRouteRounds.ts'
import { daysOf, type KnownRoute, windowsOfStop } from './timeRoutes.ts'

type Reader = Pick<Actor, 'language' | 'timeZone' | 'units'>
type RouteIssue = Driven['issues'][number]

/** Days ahead to search for the next delivery window of a site. */
const LOOKAHEAD_DAYS = 7
const MINUTE = 60_000
const MIN_WAIT_SECONDS = 60
const METRES = { imperial: 1609.344, metric: 1000 } as const

/**
 * A moment of a plan, rounded up to a whole minute, as arrivals and ends are stated everywhere.
 * @param seconds after the start
 */
export function minuteAfter(start: Date, seconds: number): Date {
  return new Date(Math.ceil((start.getTime() + Math.round(seconds) * 1000) / MINUTE) * MINUTE)
}

/** A departure or break of a plan, rounded down to a second: a later one could be too late. */
export function secondAfter(start: Date, seconds: number): Date {
  return new Date(start.getTime() + Math.floor(seconds) * 1000)
}

/** A round driven in one order, with errors and warnings in the reader's language. */
export function describeRoute(reader: Reader, route: KnownRoute, timed: TimedRound): Driven {
  const { placed, nowhere, start } = route
  const toMinute = (seconds: number) => minuteAfter(start, seconds).toISOString()
  const toSecond = (seconds: number) => secondAfter(start, seconds).toISOString()
  const timedIssues = judgeRound(route.round, timed, route.limits)
  return {
    stops: [
      ...timed.visits.map(({ stop, arrival }) => ({
        stop_id: itemAt(placed, stop).stop_id,
        planned_arrival: toMinute(arrival),
        time_zone: zoneOf(route, itemAt(placed, stop)),
      })),
      ...nowhere.map((stop) => ({
        ...{ stop_id: stop.stop_id, planned_arrival: null, time_zone: zoneOf(route, stop) },
      })),
    ],
    departs_at: toSecond(timed.departure),
    ends_at: toMinute(timed.end),
    time_zone: route.head.time_zone,
    meters: Math.round(timed.metres),
    driving_seconds: Math.round(timed.driving),
    waits: waitsOf(route, timed),
    late_seconds: lateSeconds(timedIssues),
    breaks: timed.breaks.map(({ before, at: begin, length }) => ({
      before_stop_id: idBefore(route, timed, before),
      at: toSecond(begin),
      minutes: Math.round(length / 60),
    })),
    issues: [
      ...timedIssues.map((issue) => describeTimed(reader, route, issue)),
      ...[...placed, ...nowhere].flatMap((stop) => stopIssues(reader, route, stop)),
    ],
  }
}

/** Waits of at least a minute until a stop can begin. */
function waitsOf(route: KnownRoute, { visits }: TimedRound): Driven['waits'] {
  return visits
    .filter(({ arrival, begin }) => begin - arrival >= MIN_WAIT_SECONDS)
    .map(({ stop, begin }) => {
      const routeStop = itemAt(route.placed, stop)
      const until = minuteAfter(route.start, begin).toISOString()
      return { stop_id: routeStop.stop_id, until, time_zone: zoneOf(route, routeStop) }
    })
}

/** How long a round exceeds delivery windows and the shift, in seconds. */
function lateSeconds(issues: readonly TimedIssue[]): number {
  const exceeded = issues.filter(({ rule }) => isTimeOfDay(rule))
  return Math.round(exceeded.reduce((sum, { limit, found }) => sum + found - limit, 0))
}

/** Whether the limit of a rule is a time of day; other limits are lengths. */
function isTimeOfDay(rule: TimedIssue['rule']): boolean {
  return rule === 'outside_window' || rule === 'over_shift'
}

/** The stop after a break; null on the way home. */
function idBefore({ placed }: KnownRoute, { visits }: TimedRound, before: number): number | null {
  const visit = visits[before]
  return visit ? itemAt(placed, visit.stop).stop_id : null
}

function describeTimed(reader: Reader, route: KnownRoute, issue: TimedIssue): RouteIssue {
  const { rule, stop, limit, found, at: since } = issue
  const at = (seconds: number) => new Date(route.start.getTime() + Math.round(seconds) * 1000)
  const isMoment = isTimeOfDay(rule)
  const routeStop = stop === null ? null : itemAt(route.placed, stop)
  const zone = rule === 'outside_window' && routeStop ? zoneOf(route, routeStop) : route.head.time_zone
  const minuteAt = (seconds: number) => minuteAfter(route.start, seconds)
  const text = (moment: Date, seconds: number) =>
    isMoment ? clockText(reader, moment, zone) : lengthText(reader, seconds)
  const days = route.round.hours?.week?.days ?? 0
  return {
    rule,
    stop_id: routeStop?.stop_id ?? null,
    limit_at: at(since).toISOString(),
    found_at: (isMoment ? minuteAt(found) : at(since)).toISOString(),
    message: translate(reader.language, `rules.${rule}`, {
      found: text(minuteAt(found), found),
      limit: text(at(limit), limit),
      days,
    }),
    advice: adviceOf(reader, route, issue, at),
  }
}

function adviceOf(
  reader: Reader,
  route: KnownRoute,
  { rule, stop, remedy }: TimedIssue,
  at: (seconds: number) => Date,
): string | null {
  const text = (key: MessageKey, params?: Record<string, string>) => translate(reader.language, key, params)
  if (remedy && 'leaveAt' in remedy)
    return text('messages.route_leave_at', {
      time: clockText(reader, at(Math.floor(remedy.leaveAt / 60) * 60), route.head.time_zone),
    })
  if (remedy) return text('messages.route_without', { place: nameOf(itemAt(route.placed, remedy.without)) })
  if (rule === 'outside_window' && stop !== null) return opensAgain(reader, route, itemAt(route.placed, stop))
  return text(rule === 'over_shift' ? 'messages.route_two_rounds' : 'messages.route_other_driver')
}

/** Warnings about a stop that do not depend on its time. */
function stopIssues(reader: Reader, route: KnownRoute, stop: RouteStop): RouteIssue[] {
  const { language, timeZone, units } = reader
  if (stop.status !== 'planned') return []
  const text = (key: MessageKey, params: Record<string, string>) => translate(language, key, params)
  const issue = (
    rule: RouteIssue['rule'],
    params: Record<string, string>,
    advice: string | null,
  ): RouteIssue => ({
    ...{ rule, stop_id: stop.stop_id, limit_at: null, found_at: null },
    message: translate(language, `rules.${rule}`, params),
    advice,
  })
  const isClosed =
    stop.delivery_windows !== null &&
    windowsOfStop(stop, daysOf(route.head), route.head.time_zone).length === 0
  const volume = (litres: number) =>
    quantityText(String(volumeIn(units, litres)), volumeUnit(units), localeOf(language, timeZone), 1)
  const { smallest_drop, quantity_liters, near_zip_code } = stop
  const isSmall =
    smallest_drop !== null && quantity_liters > 0 && quantity_liters < smallest_drop - ROOM_ROUNDING
  const limit = volume(smallest_drop ?? 0)
  const reach = route.round.hours?.reach ?? null
  const metres = distanceFromHome(route, stop)
  const isFar = reach !== null && metres > reach
  const drop = { found: volume(quantity_liters), limit }
  const distance = { found: distanceText(reader, metres), limit: distanceText(reader, reach ?? 0) }
  return [
    ...(isClosed ? [issue('site_closed', {}, opensAgain(reader, route, stop))] : []),
    ...(isSmall ? [issue('small_drop', drop, text('messages.route_smallest', { limit }))] : []),
    ...(near_zip_code === null
      ? []
      : [issue('near_position', { zip: near_zip_code }, text('messages.route_position', {}))]),
    ...(isFar
      ? [issue('hours_reach', distance, text('messages.route_without', { place: nameOf(stop) }))]
      : []),
  ]
}

/** Metres in a straight line; 0 where a position is unknown. */
function distanceFromHome({ home }: KnownRoute, { latitude, longitude }: RouteStop): number {
  return home && latitude !== null && longitude !== null ? greatCircle(home, { latitude, longitude }) : 0
}

const nameOf = ({ place, company_title }: RouteStop) => place || company_title || '–'

/** The next delivery window of a site after the day of the round; null if it has none. */
function opensAgain(reader: Reader, route: KnownRoute, stop: RouteStop): string | null {
  const last = lastOf(daysOf(route.head))
  const days = Array.from({ length: LOOKAHEAD_DAYS }, (_, index) => addDays(last, index + 1))
  const [next] = windowsOfStop(stop, days, route.head.time_zone)
  if (!next) return null
  const time = clockText(reader, next.from, zoneOf(route, stop), { weekday: 'long' })
  return translate(reader.language, 'messages.route_opens_at', { time })
}

/** Time zone of a stop's hours: its site's, or if unknown the round's. */
const zoneOf = ({ head }: KnownRoute, { time_zone }: RouteStop) => time_zone ?? head.time_zone

/** Time of day, with the zone's name if it is not the reader's. */
function clockText(
  { language, timeZone }: Reader,
  moment: Date,
  zone: string,
  options: Intl.DateTimeFormatOptions = {},
): string {
  const name = zone === timeZone ? {} : ({ timeZoneName: 'short' } as const)
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const
  return new Intl.DateTimeFormat(localeOf(language, timeZone), { ...clock, ...name, ...options }).format(
    moment,
  )
}

/** "11 hr 40 min" */
function lengthText({ language, timeZone }: Reader, seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const part = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(localeOf(language, timeZone), { style: 'unit', unit, unitDisplay: 'short' }).format(
      value,
    )
  const [hours, remainder] = [Math.floor(minutes / 60), minutes % 60]
  return [
    ...(hours > 0 ? [part(hours, 'hour')] : []),
    ...(remainder > 0 || hours === 0 ? [part(remainder, 'minute')] : []),
  ].join(' ')
}

function distanceText({ language, timeZone, units }: Reader, metres: number): string {
  const unit = units === 'metric' ? 'kilometer' : 'mile'
  return new Intl.NumberFormat(localeOf(language, timeZone), {
    style: 'unit',
    unit,
    maximumFractionDigits: 0,
  }).format(metres / METRES[units])
}
