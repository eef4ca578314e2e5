import type { Duty } from '../hours/checkHours.ts'
import type { HoursRule } from '../hours/hoursRules.ts'
import { beginAt, legOf, type TravelMatrix, type Window } from './problem.ts'

/** A round of one truck; times in s from its earliest departure. */
export interface RoundToTime {
  /** Ways between the stops and, where `hasHome`, the truck's home behind them. */
  travel: TravelMatrix
  stops: readonly { service: number; windows: readonly Window[] }[]
  hasHome: boolean
  /** The rule of its driver's hours, and what they did before. */
  hours: HoursRule | null
  earlier: readonly Duty[]
}

interface TimedVisit {
  /** Place in the list of stops. */
  stop: number
  arrival: number
  /** Later than the arrival where it waits for a window; at the arrival where all of them are over. */
  begin: number
  leave: number
}

/** A break that the driver's hours ask for, on the way to a visit (by its place in the round; behind the last: home). */
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
  /** s at the wheel. */
  driving: number
  /** What the driver does; between are breaks, and waits where those are rest. */
  duties: Duty[]
}

const NOTHING = 1e-6

/**
 * When a round is where, left at `departure` in a given order: breaks are put in as late as the rule of its driver's hours
 * allows, which makes them as few as can be. Deliveries, and waits before them, are breaks where the rule lets them be.
 */
export function timeRound(round: RoundToTime, order: readonly number[], departure: number): TimedRound {
  const { stops, hours } = round
  const pause = hours?.break ?? null
  const legs = legsOf(round, order)
  const duties: Duty[] = []
  const breaks: Break[] = []
  const visits: TimedVisit[] = []
  let { atWheel, stoodSince } = wheelAt(round, departure)
  let time = departure
  const drive = (seconds: number) => {
    if (seconds <= 0) return
    duties.push({ kind: 'driving', from: time, until: time + seconds })
    time += seconds
    atWheel += seconds
    stoodSince = time
  }
  const work = (until: number) => {
    if (until > time) duties.push({ kind: 'work', from: time, until })
    time = until
  }
  for (const [index, { seconds }] of legs.entries()) {
    if (pause && !pause.isRest && time - stoodSince >= pause.length) atWheel = 0
    let left = seconds
    while (pause && atWheel + left > pause.driving + NOTHING) {
      const first = Math.max(0, pause.driving - atWheel)
      drive(first)
      breaks.push({ before: index, at: time, length: pause.length })
      time += pause.length
      atWheel = 0
      left -= first
    }
    drive(left)
    const stop = order[index]
    if (stop === undefined) continue
    const { windows, service } = stops[stop]!
    const arrival = time
    const found = beginAt(windows, arrival)
    const begin = Number.isFinite(found) ? found : arrival
    const isRest = pause?.isRest === true && begin - arrival >= pause.length
    if (isRest) {
      atWheel = 0
      time = begin
    } else work(begin)
    work(begin + service)
    visits.push({ stop, arrival, begin, leave: time })
  }
  return {
    departure,
    visits,
    breaks,
    end: time,
    metres: legs.reduce((sum, { metres }) => sum + metres, 0),
    driving: legs.reduce((sum, { seconds }) => sum + seconds, 0),
    duties,
  }
}

/** The way to each stop, and behind the last the way home; nothing from and to a home that nobody knows. */
function legsOf({ travel, hasHome, stops }: RoundToTime, order: readonly number[]) {
  const nowhere = { metres: 0, seconds: 0 }
  if (order.length === 0) return []
  const home = stops.length
  const between = order.slice(1).map((stop, index) => legOf(travel, order[index]!, stop))
  return [
    hasHome ? legOf(travel, home, order[0]!) : nowhere,
    ...between,
    hasHome ? legOf(travel, order.at(-1)!, home) : nowhere,
  ]
}

/** How long the driver has been at the wheel since the last break, when the round begins. */
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
