import { z } from 'zod'
import type { Place } from './estimateTravel.ts'

/** Why an answer cannot be used. */
export class WrongWay extends Error {}

/** Longitude and latitude, degrees, as GeoJSON has them. */
export type Point = [longitude: number, latitude: number]

/** A way through places in their order: where it leads along, and s and m from each place to the next. */
export interface Way {
  line: Point[]
  legs: { seconds: number; meters: number }[]
}

/** Longer than any drive, and finer than any drawing: what is beyond is a fault of the provider. */
const MOST = 100_000_000
const MOST_POINTS = 50_000

const Figure = z.number().min(0).max(MOST)
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
            .max(MOST_POINTS),
        }),
        legs: z.array(z.object({ distance: Figure, duration: Figure })),
      }),
    )
    .min(1),
})

/**
 * What is asked of a provider for the way through some places, in the format of OSRM's route service
 * (https://project-osrm.org/docs/v5.24.0/api/#route-service): its line as GeoJSON, as fine as a map of all of it shows.
 */
export function routePath(places: readonly Place[]): string {
  const at = places.map(({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`)
  return `route/v1/driving/${at.join(';')}?overview=simplified&geometries=geojson&steps=false`
}

/**
 * The way of an answer.
 * @param places through how many it was to lead
 * @throws WrongWay: no such answer, or one through other places.
 */
export function readWay(text: string, places: number): Way {
  const told = Answer.safeParse(parse(text))
  if (!told.success) throw new WrongWay('the provider answered something else than a way')
  const [{ geometry, legs }] = told.data.routes as [(typeof told.data.routes)[number]]
  if (legs.length !== places - 1) throw new WrongWay(`a way through other than ${places} places was answered`)
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
    throw new WrongWay('the provider did not answer JSON')
  }
}
