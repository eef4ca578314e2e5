import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { levelPalettes, neutralPalettes } from '#web/platform/palettes.ts'
import { levelAppearanceOf } from '../level/levelAppearances.ts'
import type { BaseMap } from './readBaseMap.ts'

export const MAP_SCHEMES = ['light', 'dark'] as const
export type MapScheme = (typeof MAP_SCHEMES)[number]

export const PINS = 'pins'
export const CLUSTERS = 'clusters'
export const HIGHLIGHT = 'highlight'

/** An index in `MAP_STATES`. */
export function rankOf(level: string): number {
  return isOneOf(MAP_STATES, level) ? MAP_STATES.indexOf(level) : 0
}

export const GROUND = {
  light: {
    sea: neutralPalettes.gray[2],
    land: neutralPalettes.gray[0],
    border: neutralPalettes.gray[4],
    state: neutralPalettes.gray[3],
    rim: neutralPalettes.gray[0],
    disc: neutralPalettes.gray[0],
    text: neutralPalettes.gray[9],
    stateName: neutralPalettes.gray[5],
    townName: neutralPalettes.gray[7],
  },
  dark: {
    sea: neutralPalettes.dark[9],
    land: neutralPalettes.dark[6],
    border: neutralPalettes.dark[4],
    state: neutralPalettes.dark[5],
    rim: neutralPalettes.dark[8],
    disc: neutralPalettes.dark[7],
    text: neutralPalettes.gray[0],
    stateName: neutralPalettes.dark[2],
    townName: neutralPalettes.dark[1],
  },
} as const

/** The color of an index in `MAP_STATES`. */
export function colorOfState(rank: number): string {
  return levelPalettes[levelAppearanceOf(MAP_STATES[rank] ?? 'unknown').color][6]
}

const COUNT: ExpressionSpecification = ['get', 'count']

/** 950, 1.2k, 24k. */
const SHORT_COUNT: ExpressionSpecification = [
  'case',
  ['>=', COUNT, 10_000],
  ['concat', ['to-string', ['round', ['/', COUNT, 1000]]], 'k'],
  ['>=', COUNT, 1000],
  ['concat', ['to-string', ['/', ['round', ['/', COUNT, 100]], 10]], 'k'],
  ['to-string', COUNT],
]

/** The property with the number of a cluster's devices in a state: `in_0` … */
export function countKey(rank: number): string {
  return `in_${rank}`
}

/** A ring is divided into this many parts. */
const PARTS = 16

/** The image name of a cluster: its shares in parts of the ring; a state with a single device gets at least one part. */
function ringName(scheme: MapScheme): ExpressionSpecification {
  const parts = MAP_STATES.flatMap((_, rank): (string | ExpressionSpecification)[] => {
    const count: ExpressionSpecification = ['get', countKey(rank)]
    const part: ExpressionSpecification = ['max', 1, ['round', ['/', ['*', count, PARTS], COUNT]]]
    return [...(rank > 0 ? [','] : []), ['to-string', ['case', ['>', count, 0], part, 0]]]
  })
  return ['concat', `ring/${scheme}/`, ...parts]
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

/** A label on the map; labels give way to each other where there is no room. */
function nameLayer(
  id: string,
  source: string,
  color: string,
  halo: string,
  {
    size,
    spaced,
    ...more
  }: { size: number; spaced?: boolean; filter?: FilterSpecification; minzoom?: number; maxzoom?: number },
): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    ...more,
    layout: {
      'text-field': ['get', 'name'],
      'text-size': size,
      'text-font': ['Inter Variable'],
      ...(spaced && { 'text-transform': 'uppercase', 'text-letter-spacing': 0.12 }),
    },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  }
}

/** Labels of states and towns: smaller ones appear as the map zooms in. */
function nameLayers(scheme: MapScheme): LayerSpecification[] {
  const { stateName, townName, land } = GROUND[scheme]
  const from = (thousands: number): FilterSpecification => ['>=', ['get', 'population'], thousands]
  return [
    nameLayer('small_towns', 'towns', townName, land, { size: 11, minzoom: 8 }),
    nameLayer('towns', 'towns', townName, land, { size: 11, minzoom: 6, maxzoom: 8, filter: from(40) }),
    nameLayer('cities', 'towns', townName, land, { size: 12, minzoom: 4.5, maxzoom: 6, filter: from(250) }),
    nameLayer('large_cities', 'towns', townName, land, {
      ...{ size: 12, minzoom: 3, maxzoom: 4.5, filter: from(1500) },
    }),
    nameLayer('state_names', 'state_names', stateName, land, {
      ...{ size: 11, spaced: true, minzoom: 3.5, maxzoom: 8 },
    }),
  ]
}

function pinLayers(scheme: MapScheme): LayerSpecification[] {
  const { text } = GROUND[scheme]
  return [
    {
      id: HIGHLIGHT,
      type: 'circle',
      source: HIGHLIGHT,
      paint: {
        'circle-radius': 17,
        'circle-color': text,
        'circle-opacity': 0.18,
        'circle-stroke-color': text,
        'circle-stroke-width': 2,
      },
    },
    {
      id: CLUSTERS,
      type: 'symbol',
      source: 'devices',
      filter: ['>', ['get', 'count'], 1],
      layout: {
        'icon-image': ringName(scheme),
        'icon-size': ['step', ['get', 'count'], 0.8, 25, 0.95, 250, 1.15, 2500, 1.35],
        'icon-allow-overlap': true,
        'text-field': SHORT_COUNT,
        'text-size': 12,
        'text-font': ['Inter Variable'],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': text },
    },
    {
      id: PINS,
      type: 'symbol',
      source: 'devices',
      filter: ['==', ['get', 'count'], 1],
      layout: {
        'icon-image': ['concat', `pin/${scheme}/`, ['to-string', ['get', 'rank']]],
        'icon-allow-overlap': true,
      },
    },
  ]
}

type Shapes = GeoJSON.FeatureCollection

interface Ground extends BaseMap {
  /** The tile addresses of a map server, if the settings name one. */
  tiles?: string | null | undefined
}

/** The built-in base map, above it the tiles of a map server if there is one, and the devices. */
export function mapStyle(scheme: MapScheme, ground: Ground, devices: Shapes): StyleSpecification {
  const { tiles } = ground
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: ground.countries, tolerance: 0.3 },
      states: { type: 'geojson', data: ground.states, tolerance: 0.3 },
      state_names: { type: 'geojson', data: ground.stateNames },
      towns: { type: 'geojson', data: ground.towns },
      [HIGHLIGHT]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
      ...(tiles && { tiles: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: 19 } }),
      devices: {
        type: 'geojson',
        data: devices,
        cluster: true,
        clusterRadius: 42,
        clusterMaxZoom: 12,
        // A feature may be a cluster of the server, so counts are summed.
        clusterProperties: {
          count: ['+', ['get', 'count']],
          ...Object.fromEntries(
            MAP_STATES.map((_, rank) => [countKey(rank), ['+', ['get', countKey(rank)]]]),
          ),
        },
      },
    },
    layers: [
      ...groundLayers(scheme),
      // If the map server does not respond, the built-in map shows through. Its tiles have their own labels.
      ...(tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : nameLayers(scheme)),
      ...pinLayers(scheme),
    ],
  }
}
