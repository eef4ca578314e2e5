import { feature } from 'topojson-client'
import statesUrl from 'us-atlas/states-10m.json?url'
import countriesUrl from 'world-atlas/countries-50m.json?url'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import townsUrl from './towns.json?url'

type Topology = Parameters<typeof feature>[0]
type Outline = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>
/** Outlines by the name of their layer. */
type Outlines = Topology & { objects: Readonly<Record<string, Outline>> }

export interface BaseMap {
  countries: GeoJSON.FeatureCollection
  states: GeoJSON.FeatureCollection
  /** Positions of the labels of states. */
  stateNames: GeoJSON.FeatureCollection
  /** Larger towns, the largest first, with `population` in thousands. */
  towns: GeoJSON.FeatureCollection
}

let baseMap: Promise<BaseMap> | undefined

/** The built-in outlines and labels of countries and states; loaded once. */
export function readBaseMap(): Promise<BaseMap> {
  baseMap ??= readAll().catch((failure: unknown) => {
    baseMap = undefined
    throw failure
  })
  return baseMap
}

async function readAll(): Promise<BaseMap> {
  const [countries, states, towns] = await Promise.all([
    readShapes(countriesUrl, 'countries'),
    readShapes(statesUrl, 'states'),
    readTowns(),
  ])
  return { countries, states, stateNames: namePlaces(states), towns }
}

async function readTowns(): Promise<GeoJSON.FeatureCollection> {
  const rows: [string, number, number, number][] = await (await fetch(townsUrl)).json()
  return collection(rows.map(([name, x, y, population]) => point([x, y], { name, population })))
}

/** The center of the largest part of each shape. */
function namePlaces({ features }: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection {
  return collection(
    features.flatMap(({ geometry, properties }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
      const rims =
        geometry.type === 'Polygon'
          ? [firstOf(geometry.coordinates)]
          : geometry.coordinates.map((part) => firstOf(part))
      const largest = firstOf(rims.map(middleOf).toSorted((one, other) => other.area - one.area))
      return [point(largest.at, properties)]
    }),
  )
}

/** The centroid of a shape, and its area in square degrees. */
function middleOf(rim: readonly GeoJSON.Position[]): { at: [number, number]; area: number } {
  let [area, x, y] = [0, 0, 0]
  for (const [index, [x1 = 0, y1 = 0]] of rim.entries()) {
    const [x2 = 0, y2 = 0] = itemAt(rim, (index + 1) % rim.length)
    const part = x1 * y2 - x2 * y1
    area += part / 2
    x += (x1 + x2) * part
    y += (y1 + y2) * part
  }
  return { at: [x / (6 * area), y / (6 * area)], area: Math.abs(area) }
}

function point(coordinates: [number, number], properties: GeoJSON.GeoJsonProperties): GeoJSON.Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } }
}

function collection(features: GeoJSON.Feature[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features }
}

async function readShapes(url: string, name: string): Promise<GeoJSON.FeatureCollection> {
  const topology: Outlines = await (await fetch(url)).json()
  return feature(topology, getOrThrow(new Map(Object.entries(topology.objects)), name))
}
