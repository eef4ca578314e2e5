import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { levelPalettes, neutralPalettes } from '#web/platform/palettes.ts'
import { type LevelColor, levelAppearanceOf } from './levelAppearances.ts'

export type MapScheme = 'light' | 'dark'

export const PINS = 'pins'
export const CLUSTERS = 'clusters'

/** A place in `MAP_STATES`. */
export function rankOf(level: string): number {
  return Math.max(0, (MAP_STATES as readonly string[]).indexOf(level))
}

const GROUND = {
  light: {
    sea: neutralPalettes.gray[2],
    land: neutralPalettes.gray[0],
    border: neutralPalettes.gray[4],
    state: neutralPalettes.gray[3],
    rim: neutralPalettes.gray[0],
    text: neutralPalettes.gray[0],
  },
  dark: {
    sea: neutralPalettes.dark[9],
    land: neutralPalettes.dark[6],
    border: neutralPalettes.dark[4],
    state: neutralPalettes.dark[5],
    rim: neutralPalettes.dark[8],
    text: neutralPalettes.gray[0],
  },
} as const

function colorOf(color: LevelColor): string {
  return levelPalettes[color][6]
}

const COUNT = ['get', 'count']

/** 950, 1.2k, 24k. */
const SHORT_COUNT = [
  'case',
  ['>=', COUNT, 10_000],
  ['concat', ['to-string', ['round', ['/', COUNT, 1000]]], 'k'],
  ['>=', COUNT, 1000],
  ['concat', ['to-string', ['/', ['round', ['/', COUNT, 100]], 10]], 'k'],
  ['to-string', COUNT],
] as never

/** The color of a rank, as an expression of the map over one of its properties. */
function rankColor(property: string) {
  const pairs = MAP_STATES.flatMap((level, rank) => [rank, colorOf(levelAppearanceOf(level).color)])
  return ['match', ['get', property], ...pairs, colorOf('stale')] as never
}

function groundLayers(scheme: MapScheme): LayerSpecification[] {
  const colors = GROUND[scheme]
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
    { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': colors.land } },
    {
      id: 'states',
      type: 'line',
      source: 'states',
      paint: { 'line-color': colors.state, 'line-width': 0.8 },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'countries',
      paint: { 'line-color': colors.border, 'line-width': 1 },
    },
  ]
}

function pinLayers(scheme: MapScheme): LayerSpecification[] {
  const { rim, text } = GROUND[scheme]
  return [
    {
      id: CLUSTERS,
      type: 'circle',
      source: 'devices',
      filter: ['>', ['get', 'count'], 1],
      paint: {
        'circle-color': rankColor('rank'),
        'circle-radius': ['step', ['get', 'count'], 14, 25, 18, 250, 23, 2500, 28],
        'circle-stroke-color': rim,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'counts',
      type: 'symbol',
      source: 'devices',
      filter: ['>', ['get', 'count'], 1],
      layout: {
        'text-field': SHORT_COUNT,
        'text-size': 12,
        'text-font': ['Inter Variable'],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': text },
    },
    {
      id: PINS,
      type: 'circle',
      source: 'devices',
      filter: ['==', ['get', 'count'], 1],
      paint: {
        'circle-color': rankColor('rank'),
        'circle-radius': 8,
        'circle-stroke-color': rim,
        'circle-stroke-width': 2,
      },
    },
  ]
}

type Shapes = GeoJSON.FeatureCollection

interface Ground {
  countries: Shapes
  states: Shapes
  /** Where the pictures of a map server are, if the settings name one. */
  tiles?: string | null | undefined
}

/** The base map that ships with the product, over it the tiles of a map server if there is one, and the devices. */
export function mapStyle(scheme: MapScheme, ground: Ground, devices: Shapes): StyleSpecification {
  const { tiles } = ground
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: ground.countries, tolerance: 0.3 },
      states: { type: 'geojson', data: ground.states, tolerance: 0.3 },
      ...(tiles && { tiles: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: 19 } }),
      devices: {
        type: 'geojson',
        data: devices,
        cluster: true,
        clusterRadius: 42,
        clusterMaxZoom: 12,
        // What is one already may stand for many: the server told them together.
        clusterProperties: { rank: ['max', ['get', 'rank']], count: ['+', ['get', 'count']] },
      },
    },
    layers: [
      ...groundLayers(scheme),
      // A server that does not answer leaves the shipped map to be seen.
      ...(tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : []),
      ...pinLayers(scheme),
    ],
  }
}
