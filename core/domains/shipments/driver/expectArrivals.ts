import { legOf, type TravelMatrix, type Window } from '../../dispatch/routing/problem.ts'

/** Stops that are still before a truck, in the order in which it drives there; times in s after now. */
interface WayAhead {
  /** Ways between the stops, and behind them the place from which the truck comes. */
  travel: TravelMatrix
  stops: readonly { service: number; windows: readonly Window[] }[]
  /** When it was there, or can leave: before now where that is past. */
  from: number
}

/**
 * When a truck comes to each of the stops before it. It may be late for what it should have reached by now: nothing is expected in
 * the past, and what follows moves with it.
 */
export function expectArrivals({ travel, stops, from }: WayAhead): number[] {
  let time = from
  let place = stops.length
  return stops.map(({ service, windows }, stop) => {
    const arrival = Math.max(0, time + legOf(travel, place, stop).seconds)
    const open = windows.find(([, until]) => until > arrival)
    const begin = Math.max(arrival, open?.[0] ?? arrival)
    time = begin + service
    place = stop
    return begin
  })
}
