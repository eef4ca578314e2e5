import { z } from 'zod'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Place } from './estimateTravel.ts'

/** The provider's response cannot be used. */
export class WrongWay extends Error {}

/** Longitude and latitude in degrees, as in GeoJSON. */
export type Point = [longitude: number, latitude: number]

/** A route through places: its line, and the legs between consecutive places (s, m). */
export interface Way {
  line: Point[]
  legs: { seconds: number; meters: number }[]
}

/** Upper bounds of a plausible response: longer than any drive, finer than any drawing. */
const MAX_FIGURE = 100_000_000
const MAX_POINTS = 50_000

const Figure = z.number().min(0).max(MAX_FIGURE)
const Answer = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        geometry: z.object({
          type: z.literal('LineString'),
          coordinates: z
            .array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]))
            .min(2)
            .max(MAX_POINTS),
        }),
        legs: z.array(z.object({ distance: Figure, duration: Figure })),
      }),
    )
    .min(1),
})

/**
 * The request path for a route through places, in the format of OSRM's route service
 * (https://project-osrm.org/docs/v5.24.0/api/#route-service), with a GeoJSON line simplified for an overview map.
 */
export function routePath(places: readonly Place[]): string {
  const at = places.map(({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`)
  return `route/v1/driving/${at.join(';')}?overview=simplified&geometries=geojson&steps=false`
}

/**
 * Reads a route from a response.
 * @param places number of places on the route
 * @throws WrongWay if the response is malformed or has another number of legs
 */
export function readWay(text: string, places: number): Way {
  const parsed = Answer.safeParse(parse(text))
  if (!parsed.success) throw new WrongWay('the provider did not respond with a route')
  const { geometry, legs } = firstOf(parsed.data.routes)
  if (legs.length !== places - 1) throw new WrongWay(`the provider's route does not have ${places} places`)
  return {
    line: geometry.coordinates,
    legs: legs.map(({ distance, duration }) => ({
      seconds: Math.round(duration),
      meters: Math.round(distance),
    })),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongWay('the provider did not respond with JSON')
  }
}
