import { useQuery } from '@tanstack/react-query'
import type { LevelSource } from '#core/domains/alerts/alerts.ts'
import type { listPositions } from '#core/domains/telemetry/calls.ts'
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/request.ts'
import { askedOf, type DeviceQuery, queryText } from './useDevices.ts'

export interface Position {
  device_id: number
  latitude: number
  longitude: number
  percent: number | null
  level: string
  label: string
  level_source: LevelSource
  /** When an estimated level was measured last, epoch milliseconds. */
  measuredAt: number | null
}

/** Devices that lie close together, told together: how many, and the worst state among them. */
export interface PositionCluster {
  latitude: number
  longitude: number
  count: number
  /** How many in each of `MAP_STATES`. */
  counts: number[]
  level: string
}

export interface DevicesOnMap {
  positions: Position[]
  clusters: PositionCluster[]
  total: number
  /** The corners that hold all of them. */
  bounds: [west: number, south: number, east: number, north: number] | null
  /** Whether all of them are here one by one, whatever the view. */
  isWhole: boolean
}

type Told = AnswerOf<typeof listPositions>

/**
 * The devices as a map shows them: few are told one by one, of many those that lie close together in what is seen.
 * @param view what is seen, as `west,south,east,north,zoom`; without it the whole of it.
 */
export function useDevicesOnMap(query: DeviceQuery, view: string | undefined) {
  const whole = useQuery(asked(query))
  const isSeenInParts = whole.data?.isWhole === false
  const part = useQuery({ ...asked(query, view), enabled: isSeenInParts && view !== undefined })
  return { ...whole, data: isSeenInParts ? (part.data ?? whole.data) : whole.data }
}

function asked(query: DeviceQuery, view?: string) {
  const text = queryText(query)
  return {
    // Not below `devices`: what arrives live would fetch all positions anew every second.
    queryKey: view === undefined ? ['positions', text] : ['positions', text, view],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DevicesOnMap> => {
      const answer = await request<typeof listPositions>('GET', '/devices/gps_coords', {
        query: askedOf({ ...query, view: view ?? 'whole' }),
        signal,
      })
      const { total = 0, bounds = null, states = [] } = answer
      const clusters = (answer.clusters ?? []).map(([latitude, longitude, counts]) => ({
        ...{ latitude, longitude },
        count: counts.reduce((sum, count) => sum + count, 0),
        counts: MAP_STATES.map((state) => counts[states.indexOf(state)] ?? 0),
        level: states[counts.findLastIndex((count) => count > 0)] ?? 'fine',
      }))
      return { positions: positionsIn(answer), clusters, total, bounds, isWhole: answer.is_whole === 1 }
    },
    // Of the same devices the part that was seen before stays until the next is there.
    placeholderData: (before: DevicesOnMap | undefined, of?: { queryKey: readonly unknown[] }) =>
      view === undefined || of?.queryKey[1] === text ? before : undefined,
    refetchInterval: ({ state }: { state: { data: DevicesOnMap | undefined } }) =>
      state.data?.isWhole === false ? MINUTE : 10_000,
  }
}

/** Many are not read anew often: nobody sees one pin of them change. */
const MINUTE = 60_000

/** All devices one by one, however many: a list of them. */
export function usePositions(query: DeviceQuery, isWanted: boolean) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['positions', 'all', text],
    queryFn: async ({ signal }) =>
      positionsIn(
        await request<typeof listPositions>('GET', '/devices/gps_coords', { query: askedOf(query), signal }),
      ),
    refetchInterval: MINUTE,
    enabled: isWanted,
  })
}

function positionsIn({ columns, gps_coords, estimated, estimated_since }: Told): Position[] {
  const guessed = new Map(estimated.map((device_id, index) => [device_id, estimated_since[index] ?? null]))
  return gps_coords.map((row) => {
    const told = Object.fromEntries(columns.map((name, index) => [name, row[index]]))
    const position = told as unknown as Omit<Position, 'level_source' | 'measuredAt'>
    const level_source: LevelSource = guessed.has(position.device_id) ? 'estimated' : 'measured'
    const since = guessed.get(position.device_id) ?? null
    return { ...position, level_source, measuredAt: since === null ? null : since * 1000 }
  })
}
