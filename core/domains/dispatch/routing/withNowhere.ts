import type { TravelMatrix } from './problem.ts'

/** Adds a place at distance 0 from all others, for a truck whose position is unknown. */
export function withNowhere({ places, metres, seconds }: TravelMatrix): TravelMatrix {
  const wider = (ways: Float64Array) => {
    const copy = new Float64Array((places + 1) ** 2)
    for (let from = 0; from < places; from += 1)
      copy.set(ways.subarray(from * places, (from + 1) * places), from * (places + 1))
    return copy
  }
  return { places: places + 1, metres: wider(metres), seconds: wider(seconds) }
}
