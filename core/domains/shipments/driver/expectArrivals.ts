import { legOf, type TravelMatrix, type Window } from '../../dispatch/routing/problem.ts'

/** The remaining stops of a truck in driving order; times in s from now. */
interface WayAhead {
  /** Matrix of the stops, with the truck's last place as its last row. */
  travel: TravelMatrix
  stops: readonly { service: number; windows: readonly Window[] }[]
  /** When it was at that place, or can leave it; negative for the past. */
  from: number
}

/** When a truck arrives at each remaining stop. Nothing is expected in the past: a late truck shifts all stops that follow. */
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
