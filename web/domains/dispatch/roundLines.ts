import type { Round } from './boardTypes.ts'
import { stopsOfRound } from './roundState.ts'

/** Longitude and latitude of each point of a line. */
export type RoadLine = [number, number][]

/**
 * Each round as a line, along roads if known, else straight from stop to stop; and each stop as a numbered point.
 * @param ways by the id of the round
 */
export function linesOf(
  rounds: readonly Round[],
  ways: ReadonlyMap<number, RoadLine>,
): GeoJSON.FeatureCollection {
  const features = rounds.flatMap((round): GeoJSON.Feature[] => {
    const stops = stopsOfRound(round).flatMap(({ loads }, index) => {
      const [place] = loads.flatMap(({ latitude, longitude }) =>
        latitude !== null && longitude !== null ? [[longitude, latitude]] : [],
      )
      return place ? [{ number: index + 1, at: place }] : []
    })
    return [
      {
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: ways.get(round.shipment_id) ?? stops.map(({ at }) => at),
        },
      },
      ...stops.map(
        ({ number, at }): GeoJSON.Feature => ({
          type: 'Feature',
          properties: { number: String(number) },
          geometry: { type: 'Point', coordinates: at },
        }),
      ),
    ]
  })
  return { type: 'FeatureCollection', features }
}
