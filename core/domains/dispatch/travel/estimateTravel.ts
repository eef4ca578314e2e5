import type { TravelMatrix } from '../routing/problem.ts'

/** A position on earth, degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** m: mean radius of the earth (IUGG). */
const EARTH = 6_371_009
/** Average ratio of road distance to great-circle distance. */
const DETOUR = 1.3

/** Great-circle distance in m (haversine formula). */
export function greatCircle(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const up = Math.sin(radians(other.latitude - one.latitude) / 2)
  const across = Math.sin(radians(other.longitude - one.longitude) / 2)
  const share = up ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * across ** 2
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(share)))
}

/** Travel between places without road data: great circle times detour, at one speed (km/h). */
export function estimateTravel(places: readonly Place[], speed: number): TravelMatrix {
  const count = places.length
  const metres = new Float64Array(count ** 2)
  for (const [one, from] of places.entries())
    for (const [other, to] of places.entries()) metres[one * count + other] = greatCircle(from, to) * DETOUR
  return { places: count, metres, seconds: metres.map((way) => (way / speed) * 3.6) }
}
