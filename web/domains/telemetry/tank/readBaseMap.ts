import { feature } from 'topojson-client'
import statesUrl from 'us-atlas/states-10m.json?url'
import countriesUrl from 'world-atlas/countries-50m.json?url'

type Topology = Parameters<typeof feature>[0]

export interface BaseMap {
  countries: GeoJSON.FeatureCollection
  states: GeoJSON.FeatureCollection
}

let baseMap: Promise<BaseMap> | undefined

/** The outlines of countries and states, which ship with the product; read once. */
export function readBaseMap(): Promise<BaseMap> {
  baseMap ??= readBoth().catch((failure: unknown) => {
    baseMap = undefined
    throw failure
  })
  return baseMap
}

async function readBoth(): Promise<BaseMap> {
  const [countries, states] = await Promise.all([
    readShapes(countriesUrl, 'countries'),
    readShapes(statesUrl, 'states'),
  ])
  return { countries, states }
}

async function readShapes(url: string, name: string): Promise<GeoJSON.FeatureCollection> {
  const topology = (await (await fetch(url)).json()) as Topology
  return feature(topology, topology.objects[name]!) as unknown as GeoJSON.FeatureCollection
}
