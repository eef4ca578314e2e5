import { useQuery } from '@tanstack/react-query'
import type { LevelSource } from '#core/domains/alerts/alerts.ts'
import type { listPositions } from '#core/domains/telemetry/calls.ts'
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'
import { type DeviceQuery, queryOf, queryText } from '../device/useDevices.ts'

export interface Position {
  device_id: number
  latitude: number
  longitude: number
  percent: number | null
  level: string
  label: string
  level_source: LevelSource
  /** The time of the last measurement behind an estimated level, epoch milliseconds. */
  measuredAt: number | null
}

/** Devices close together as a cluster: how many, and the worst state among them. */
export interface PositionCluster {
  latitude: number
  longitude: number
  count: number
  /** The count for each of `MAP_STATES`. */
  counts: number[]
  level: string
}

export interface DevicesOnMap {
  positions: Position[]
  clusters: PositionCluster[]
  total: number
  /** The corners that contain all of them. */
  bounds: [west: number, south: number, east: number, north: number] | null
  /** Whether all devices are listed individually, for any view. */
  isWhole: boolean
}

type PositionsResponse = ResponseOf<typeof listPositions>

/**
 * The devices of a map: few are listed individually; many are clustered for the view.
 * @param view as `west,south,east,north,zoom`; without it, everything
 */
export function useDevicesOnMap(query: DeviceQuery, view: string | undefined) {
  const whole = useQuery(positionsQuery(query))
  const isSeenInParts = whole.data?.isWhole === false
  const part = useQuery({ ...positionsQuery(query, view), enabled: isSeenInParts && view !== undefined })
  return { ...whole, data: isSeenInParts ? (part.data ?? whole.data) : whole.data }
}

function positionsQuery(query: DeviceQuery, view?: string) {
  const text = queryText(query)
  return {
    // Not below `devices`: live updates would refetch all positions every second.
    queryKey: view === undefined ? ['positions', text] : ['positions', text, view],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DevicesOnMap> => {
      const response = await request<typeof listPositions>('GET', '/devices/gps_coords', {
        query: queryOf({ ...query, view: view ?? 'whole' }),
        signal,
      })
      const { total = 0, bounds = null, states = [] } = response
      const clusters = (response.clusters ?? []).map(([latitude, longitude, counts]) => ({
        ...{ latitude, longitude },
        count: counts.reduce((sum, count) => sum + count, 0),
        counts: MAP_STATES.map((state) => counts[states.indexOf(state)] ?? 0),
        level: states[counts.findLastIndex((count) => count > 0)] ?? 'fine',
      }))
      return { positions: positionsIn(response), clusters, total, bounds, isWhole: response.is_whole === 1 }
    },
    // The previous view of the same devices stays until the next has loaded.
    placeholderData: (before: DevicesOnMap | undefined, of?: { queryKey: readonly unknown[] }) =>
      view === undefined || of?.queryKey[1] === text ? before : undefined,
    refetchInterval: ({ state }: { state: { data: DevicesOnMap | undefined } }) =>
      state.data?.isWhole === false ? MINUTE : 10_000,
  }
}

/** Large sets are refetched rarely, as a single changed pin is hardly noticed. */
const MINUTE = 60_000

/** All devices individually, however many, for a list. */
export function usePositions(query: DeviceQuery, isEnabled: boolean) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['positions', 'all', text],
    queryFn: async ({ signal }) =>
      positionsIn(
        await request<typeof listPositions>('GET', '/devices/gps_coords', { query: queryOf(query), signal }),
      ),
    refetchInterval: MINUTE,
    enabled: isEnabled,
  })
}

function positionsIn({ columns, gps_coords, estimated, estimated_since }: PositionsResponse): Position[] {
  const guessed = new Map(estimated.map((device_id, index) => [device_id, estimated_since[index] ?? null]))
  return gps_coords.map((row) => {
    const values = Object.fromEntries(columns.map((name, index) => [name, row[index]]))
    const position = values as unknown as Omit<Position, 'level_source' | 'measuredAt'>
    const level_source: LevelSource = guessed.has(position.device_id) ? 'estimated' : 'measured'
    const since = guessed.get(position.device_id) ?? null
    return { ...position, level_source, measuredAt: since === null ? null : since * 1000 }
  })
}
