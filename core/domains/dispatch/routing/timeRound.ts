import { firstOf, lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Duty } from '../hours/checkHours.ts'
import type { HoursRule } from '../hours/hoursRules.ts'
import { beginAt, legOf, type TravelMatrix, type Window } from './problem.ts'

/** A round of one truck; times in s from its earliest departure. */
export interface RoundToTime {
  /** Matrix of the stops and, if `hasHome`, the truck's home as its last row. */
  travel: TravelMatrix
  stops: readonly { service: number; windows: readonly Window[] }[]
  hasHome: boolean
  /** The driver's hours-of-service rule, and their duty before the round. */
  hours: HoursRule | null
  earlier: readonly Duty[]
}

interface TimedVisit {
  /** Index into the stops. */
  stop: number
  arrival: number
  /** After the arrival if it waits for a window; at the arrival if all windows are over. */
  begin: number
  leave: number
}

/** A required break on the way to a visit (`before`: its index in the round; past the last: home). */
interface Break {
  before: number
  at: number
  length: number
}

export interface TimedRound {
  departure: number
  visits: TimedVisit[]
  breaks: Break[]
  end: number
  metres: number
  /** Driving time, s. */
  driving: number
  /** The driver's duties; between them are breaks, and waits that count as rest. */
  duties: Duty[]
}

const TOLERANCE = 1e-6

/** A driver on the way, at a time. */
interface DriverClock {
  time: number
  duties: Duty[]
  /** Seconds driven since the last break, and when the driver last stopped driving. */
  atWheel: number
  stoodSince: number
}

function drive(clock: DriverClock, seconds: number): void {
  if (seconds <= 0) return
  clock.duties.push({ kind: 'driving', from: clock.time, until: clock.time + seconds })
  clock.time += seconds
  clock.atWheel += seconds
  clock.stoodSince = clock.time
}

function work(clock: DriverClock, until: number): void {
  if (until > clock.time) clock.duties.push({ kind: 'work', from: clock.time, until })
  clock.time = until
}

/**
 * The times of a round that leaves at `departure`, with its stops in `order`. Breaks are inserted as late as the driver's hours
 * allow, which minimizes their number. Deliveries and waits count as breaks if the rule lets them.
 */
export function timeRound(round: RoundToTime, order: readonly number[], departure: number): TimedRound {
  const { stops, hours } = round
  const pause = hours?.break ?? null
  const legs = legsOf(round, order)
  const breaks: Break[] = []
  const visits: TimedVisit[] = []
  const clock: DriverClock = { time: departure, duties: [], ...wheelAt(round, departure) }
  for (const [index, { seconds }] of legs.entries()) {
    if (pause && !pause.isRest && clock.time - clock.stoodSince >= pause.length) clock.atWheel = 0
    let left = seconds
    while (pause && clock.atWheel + left > pause.driving + TOLERANCE) {
      const first = Math.max(0, pause.driving - clock.atWheel)
      drive(clock, first)
      breaks.push({ before: index, at: clock.time, length: pause.length })
      clock.time += pause.length
      clock.atWheel = 0
      left -= first
    }
    drive(clock, left)
    const stop = order[index]
    if (stop === undefined) continue
    const { windows, service } = itemAt(stops, stop)
    const arrival = clock.time
    const found = beginAt(windows, arrival)
    const begin = Number.isFinite(found) ? found : arrival
    const isRest = pause?.isRest === true && begin - arrival >= pause.length
    if (isRest) {
      clock.atWheel = 0
      clock.time = begin
    } else work(clock, begin)
    work(clock, begin + service)
    visits.push({ stop, arrival, begin, leave: clock.time })
  }
  return {
    ...{ departure, visits, breaks, end: clock.time, duties: clock.duties },
    metres: legs.reduce((sum, { metres }) => sum + metres, 0),
    driving: legs.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

/** The leg to each stop, and the leg home; zero from and to an unknown home. */
function legsOf({ travel, hasHome, stops }: RoundToTime, order: readonly number[]) {
  const nowhere = { metres: 0, seconds: 0 }
  if (order.length === 0) return []
  const home = stops.length
  const between = order.slice(1).map((stop, index) => legOf(travel, itemAt(order, index), stop))
  return [
    hasHome ? legOf(travel, home, firstOf(order)) : nowhere,
    ...between,
    hasHome ? legOf(travel, lastOf(order), home) : nowhere,
  ]
}

/** Driving time since the last break when the round begins. */
function wheelAt({ hours, earlier }: RoundToTime, departure: number) {
  let atWheel = 0
  let stoodSince = departure
  let freeSince = Number.NEGATIVE_INFINITY
  if (!hours?.break) return { atWheel, stoodSince }
  const { length, isRest } = hours.break
  for (const { kind, from, until } of earlier) {
    const still = isRest ? from - freeSince : kind === 'driving' ? from - stoodSince : 0
    if (still >= length) atWheel = 0
    freeSince = Math.max(freeSince, until)
    if (kind === 'driving') {
      atWheel += until - from
      stoodSince = until
    }
  }
  const still = departure - (isRest ? freeSince : stoodSince)
  return still >= length ? { atWheel: 0, stoodSince: departure } : { atWheel, stoodSince }
}
