import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { deviceFilters, fleetState } from '#server/domains/devices/deviceFilters.ts'
import { latitude, longitude } from '#server/domains/devices/places/devicePlace.ts'
import type { Context } from '#server/platform/context.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows } from '#server/resources/lists/matchingRows.ts'

/** Positions in typed arrays: 25 MB for a million devices. */
export interface Positions {
  device_ids: Float64Array
  /** 0 to 1 from west to east and from north to south, in Mercator projection. */
  x: Float64Array
  y: Float64Array
  /** Indexes into `MAP_STATES`. */
  states: Uint8Array
}

/** Lifetime of cached positions; a map that is being moved queries again and again. */
const CACHE_MS = 10_000
/** Total devices in the cache; beyond that, the oldest entries are evicted. */
const MAX_DEVICES = 3_000_000

interface Cached {
  positions: Promise<Positions>
  until: number
  count: number
}

const cache = new WeakMap<object, Map<string, Cached>>()

/**
 * Positions of the matching devices that the actor may see. Cached for some seconds by statement and values, and so
 * by rights and filters; concurrent callers share one query.
 */
export async function positionsOf(context: Context, query: ListQuery): Promise<Positions> {
  const { db } = context
  const statement = matchingRows(context, devices, query, deviceFilters)
    .leftJoin('device_states as s', 's.device_id', 'devices.device_id')
    .select([
      sql`array_agg(devices.device_id)::text`.as('device_ids'),
      sql`array_agg((${longitude} * 1e6)::int4)::text`.as('longitudes'),
      sql`array_agg((${latitude} * 1e6)::int4)::text`.as('latitudes'),
      sql`array_agg(array_position(array[${sql.join(MAP_STATES.map((state) => sql.lit(state)))}], ${fleetState}) - 1)::text`.as(
        'states',
      ),
    ])
    .where(sql<boolean>`${latitude} is not null and ${longitude} is not null`)
    .$castTo<Row>()
  const compiled = statement.compile()
  const key = `${compiled.sql}\n${JSON.stringify(compiled.parameters)}`
  const known = cache.get(db) ?? new Map<string, Cached>()
  cache.set(db, known)
  const now = Date.now()
  for (const [name, { until }] of known) if (until <= now) known.delete(name)
  const found = known.get(key)
  if (found) return found.positions
  const read = statement.executeTakeFirstOrThrow().then(positionsIn)
  const one: Cached = { positions: read, until: now + CACHE_MS, count: 0 }
  known.set(key, one)
  try {
    const positions = await read
    one.count = positions.x.length
    evict(known)
    return positions
  } catch (error) {
    known.delete(key)
    throw error
  }
}

function evict(known: Map<string, Cached>): void {
  let sum = [...known.values()].reduce((count, item) => count + item.count, 0)
  for (const [name, { count }] of known) {
    if (sum <= MAX_DEVICES) return
    known.delete(name)
    sum -= count
  }
}

type Row = Record<'device_ids' | 'longitudes' | 'latitudes' | 'states', string | null>

function positionsIn({ device_ids, longitudes, latitudes, states }: Row): Positions {
  return {
    device_ids: Float64Array.from(numbersIn(device_ids)),
    x: Float64Array.from(numbersIn(longitudes), (longitude) => mapX(longitude / 1e6)),
    y: Float64Array.from(numbersIn(latitudes), (latitude) => mapY(latitude / 1e6)),
    states: Uint8Array.from(numbersIn(states)),
  }
}

/** Parses the database's array of numbers. */
function numbersIn(text: string | null): number[] {
  return text === null ? [] : JSON.parse(`[${text.slice(1, -1)}]`)
}

/** Position of a longitude on the map, 0 (west) to 1 (east). */
export function mapX(longitude: number): number {
  return (longitude + 180) / 360
}

/** Position of a latitude on the map, 0 (north) to 1 (south); the poles, which are off the map, are at its edges. */
export function mapY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(1, Math.max(0, down))
}

/** Longitude and latitude of a map position. */
export function placeAt(x: number, y: number): [longitude: number, latitude: number] {
  const latitude = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90
  return [x * 360 - 180, latitude]
}
