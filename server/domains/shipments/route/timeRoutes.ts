import { type Stretch, windowsOn } from '#core/domains/companies/windowsOn.ts'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import type { Duty } from '#core/domains/dispatch/hours/checkHours.ts'
import { hoursRuleOf } from '#core/domains/dispatch/hours/hoursRules.ts'
import type { RoundLimits } from '#core/domains/dispatch/routing/judgeRound.ts'
import { departureOf, type OrderTask } from '#core/domains/dispatch/routing/orderStops.ts'
import type { Window } from '#core/domains/dispatch/routing/problem.ts'
import { type RoundToTime, type TimedRound, timeRound } from '#core/domains/dispatch/routing/timeRound.ts'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { momentAt } from '#core/platform/time/momentAt.ts'
import { PATIENCE, type Travel, type TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { type RouteRound, type RouteStop, readRouteRounds } from './readRouteRounds.ts'

/** A stop with a known position. */
type PlacedStop = RouteStop & Place

export function isPlaced(stop: RouteStop): stop is PlacedStop {
  return stop.latitude !== null && stop.longitude !== null
}

/** A round with everything that determines its times. Times are s after its start. */
export interface KnownRoute {
  head: RouteRound
  /** Stops with a known position in the order of the round, and the others. */
  placed: readonly PlacedStop[]
  nowhere: readonly RouteStop[]
  home: Place | null
  source: Travel['source']
  /** Earliest departure. */
  start: Date
  task: OrderTask
  round: RoundToTime
  limits: RoundLimits
  /** Its times in the current order. */
  timed: TimedRound
}

/** Minutes of a delivery unless stated. */
export const SERVICE_MINUTES = 30

const secondsOf = (moment: Date) => moment.getTime() / 1000

/**
 * Times of rounds in their current order, with the earlier duty of their drivers. A driver's rounds on one day follow
 * each other by number.
 * @param starts_at earliest departure of the rounds requested; else the start of their truck's shift
 */
export async function timeRoutes(
  context: Context,
  travel: TravelTimes,
  ids: readonly number[],
  starts_at: Date | null = null,
): Promise<Map<number, KnownRoute>> {
  const { rounds, stops } = await readRouteRounds(context, ids)
  const routes = new Map<number, KnownRoute>()
  const chains = new Map<string, { duties: Duty[]; last: { day: string; end: number } | null }>()
  for (const head of rounds) {
    const chain = chains.get(head.chain) ?? { duties: [], last: null }
    chains.set(head.chain, chain)
    const isRequested = ids.includes(head.shipment_id)
    const last = chain.last?.day === head.day && head.left_at === null ? chain.last : null
    const usual = last ? Math.max(secondsOf(head.starts_at), last.end) : secondsOf(head.starts_at)
    const start = (isRequested ? starts_at : null) ?? head.left_at ?? new Date(usual * 1000)
    const own = stops.filter(({ shipment_id }) => shipment_id === head.shipment_id)
    const route = await timeRoute(travel, { head, stops: own, start, earlier: chain.duties })
    if (isRequested) routes.set(head.shipment_id, route)
    const from = secondsOf(start)
    chain.duties = [...chain.duties, ...dutiesOf(head, route.timed, from)]
    chain.last = { day: head.day, end: from + route.timed.end }
  }
  return routes
}

interface Input {
  head: RouteRound
  stops: readonly RouteStop[]
  start: Date
  /** Epoch seconds. */
  earlier: readonly Duty[]
}

async function timeRoute(travel: TravelTimes, { head, stops, start, earlier }: Input): Promise<KnownRoute> {
  const placed = stops.filter(isPlaced)
  const { latitude, longitude } = head
  const home = latitude === null || longitude === null ? null : { latitude, longitude }
  const places = placed.map((stop) => ({ latitude: stop.latitude, longitude: stop.longitude }))
  const { matrix, source } = await travel([...places, ...(home ? [home] : [])], PATIENCE)
  const from = secondsOf(start)
  const firstOpen = placed.findIndex(({ status }) => status === 'planned')
  const task: OrderTask = {
    travel: matrix,
    stops: placed.map((stop) => ({
      service: (stop.service_minutes ?? SERVICE_MINUTES) * 60,
      windows: windowsOfStop(stop, daysOf(head), head.time_zone).map(
        (window): Window => [secondsOf(window.from) - from, secondsOf(window.to) - from],
      ),
    })),
    startedStops: firstOpen < 0 ? placed.length : firstOpen,
    hasHome: home !== null,
    until: head.ends_at === null ? null : secondsOf(head.ends_at) - from,
  }
  const round: RoundToTime = {
    ...{ travel: matrix, stops: task.stops, hasHome: task.hasHome },
    hours: hoursRuleOf(head.hours_rule),
    earlier: earlier.map((duty) => ({ ...duty, from: duty.from - from, until: duty.until - from })),
  }
  const asItIs = placed.map((_, index) => index)
  return {
    ...{ head, placed, home, source, start, task, round },
    nowhere: stops.filter((stop) => !isPlaced(stop)),
    limits: { until: task.until, midnight: secondsOf(momentAt(head.time_zone, head.day, '00:00')) - from },
    timed: timeRound(round, asItIs, head.left_at ? 0 : departureOf(task, asItIs)),
  }
}

/** The day of a round, and the next one if the shift runs into it. */
export function daysOf({ day, is_overnight }: RouteRound): string[] {
  return is_overnight ? [day, addDays(day, 1)] : [day]
}

/** Delivery windows of a site on some days, in order; empty if it accepts deliveries at any time, or never. */
export function windowsOfStop(
  { time_zone, delivery_windows }: RouteStop,
  days: readonly string[],
  otherwise: string,
): Stretch[] {
  if (delivery_windows === null) return []
  return days.flatMap((day) => windowsOn({ time_zone: time_zone ?? otherwise, delivery_windows }, day))
}

/** Duty of a past round: as planned, but ending exactly at its delivery if that is known. */
function dutiesOf({ left_at, delivered_at }: RouteRound, { duties }: TimedRound, from: number): Duty[] {
  const planned = duties.map((duty) => ({ ...duty, from: duty.from + from, until: duty.until + from }))
  if (left_at === null || delivered_at === null) return planned
  const until = secondsOf(delivered_at)
  const done = planned
    .filter((duty) => duty.from < until)
    .map((duty) => ({ ...duty, until: Math.min(duty.until, until) }))
  const last = done.at(-1)?.until ?? secondsOf(left_at)
  return last < until ? [...done, { kind: 'work', from: last, until }] : done
}
