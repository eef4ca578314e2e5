import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Context } from '#server/platform/context.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { mapX, mapY, type Positions, placeAt, positionsOf } from '../intake/positionCache.ts'
import { listPositions } from './listPositions.ts'

/** The visible part of the map. */
export interface View {
  west: number
  south: number
  east: number
  north: number
  zoom: number
}

/** Up to this number, devices are sent one by one; a browser draws and groups them at once. */
const MAX_SINGLE = 2_000
/** Side of a cell whose devices form a cluster, and of the world at zoom 0. */
const CELL_PX = 32
const WORLD_PX = 512
/** Side of the map assumed for a first view. */
const FIRST_PX = 1024

/** A cluster: its center, and its number of devices in each of `MAP_STATES`. */
type Cluster = [latitude: number, longitude: number, counts: number[]]

export interface DeviceMap {
  total: number
  /** Bounding box; null without devices. */
  bounds: [west: number, south: number, east: number, north: number] | null
  /** 1 if all devices are sent one by one, for any view. */
  is_whole: 0 | 1
  /** JSON of the devices sent one by one, and of the ids of those whose level is an estimate, with its start. */
  rows: string
  estimated: string
  estimated_since: string
  states: readonly string[]
  clusters: Cluster[]
}

/**
 * The matching devices that the actor may see, for a map: a few are sent one by one, many are clustered where they
 * are close together in this view.
 */
export async function readMap(context: Context, query: ListQuery, view?: View): Promise<DeviceMap> {
  const positions = await positionsOf(context, query)
  const total = positions.x.length
  const corners = cornersOf(positions)
  const [west, north] = placeAt(corners.left, corners.top)
  const [east, south] = placeAt(corners.right, corners.bottom)
  const bounds: DeviceMap['bounds'] =
    total === 0 ? null : [rounded(west), rounded(south), rounded(east), rounded(north)]
  if (total <= MAX_SINGLE) {
    const all = await listPositions(context, query)
    return { total, bounds, is_whole: 1, states: MAP_STATES, ...all, clusters: [] }
  }
  const { clusters, single } = gather(positions, view ? windowOf(view) : wholeOf(corners))
  const named = await listPositions(context, query, single)
  return { total, bounds, is_whole: 0, states: MAP_STATES, ...named, clusters }
}

interface Corners {
  left: number
  right: number
  top: number
  bottom: number
}

interface Window extends Corners {
  /** Side of a cell. */
  cell: number
}

function cornersOf({ x, y }: Positions): Corners {
  const corners = { left: 1, right: 0, top: 1, bottom: 0 }
  for (const item of x) {
    if (item < corners.left) corners.left = item
    if (item > corners.right) corners.right = item
  }
  for (const item of y) {
    if (item < corners.top) corners.top = item
    if (item > corners.bottom) corners.bottom = item
  }
  return corners
}

/** Cells start at whole steps of the world, so that clusters stay in place while a map is moved. */
function windowOf({ west, south, east, north, zoom }: View): Window {
  const cell = CELL_PX / (WORLD_PX * 2 ** zoom)
  const down = (value: number) => Math.max(0, Math.floor(value / cell) * cell)
  const up = (value: number) => Math.min(1, Math.ceil(value / cell) * cell)
  return {
    left: down(mapX(west)),
    right: up(mapX(east)),
    top: down(mapY(north)),
    bottom: up(mapY(south)),
    cell,
  }
}

function wholeOf(corners: Corners): Window {
  const span = Math.max(corners.right - corners.left, corners.bottom - corners.top, 1e-6)
  return { ...corners, cell: (span * CELL_PX) / FIRST_PX }
}

/** Upper limit of cells; a view that would need more is unrealistic, and gets larger cells. */
const MAX_CELLS = 40_000

function gather(positions: Positions, window: Window): { clusters: Cluster[]; single: number[] } {
  const { x, y } = positions
  const { left, right, top, bottom } = window
  const inside: number[] = []
  for (let index = 0; index < x.length; index++) {
    if (x[index]! >= left && x[index]! <= right && y[index]! >= top && y[index]! <= bottom) inside.push(index)
  }
  if (inside.length <= MAX_SINGLE)
    return { clusters: [], single: inside.map((at) => itemAt(positions.device_ids, at)) }
  const cell = Math.max(window.cell, Math.sqrt(((right - left) * (bottom - top)) / MAX_CELLS))
  const columns = Math.floor((right - left) / cell) + 1
  const cells = new Map<number, number[]>()
  for (const at of inside) {
    const key = Math.floor((y[at]! - top) / cell) * columns + Math.floor((x[at]! - left) / cell)
    const found = cells.get(key)
    if (found) found.push(at)
    else cells.set(key, [at])
  }
  const single: number[] = []
  const clusters: Cluster[] = []
  for (const members of cells.values()) {
    if (members.length === 1 && single.length < MAX_SINGLE)
      single.push(itemAt(positions.device_ids, firstOf(members)))
    else clusters.push(clusterOf(positions, members))
  }
  return { clusters, single }
}

function clusterOf({ x, y, states }: Positions, members: readonly number[]): Cluster {
  const counts = MAP_STATES.map(() => 0)
  let [across, down] = [0, 0]
  for (const at of members) {
    counts[states[at]!]! += 1
    across += x[at]!
    down += y[at]!
  }
  const [longitude, latitude] = placeAt(across / members.length, down / members.length)
  return [rounded(latitude), rounded(longitude), counts]
}

/** Rounds to about ten centimetres. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
