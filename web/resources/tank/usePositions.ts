import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LevelSource } from '#core/domains/alerts/alerts.ts'
import { call } from '#web/platform/api.ts'
import { type DeviceQuery, queryText } from './useDevices.ts'

export interface Position {
  device_id: number
  latitude: number
  longitude: number
  percent: number | null
  level: string
  label: string
  level_source: LevelSource
}

interface Answer {
  columns: Exclude<keyof Position, 'level_source'>[]
  gps_coords: unknown[][]
  /** The devices whose level is an estimate. */
  estimated: number[]
}

/** So few are read anew often; a large fleet is not, nor does anybody see one pin of it change. */
const FEW = 2000

/** Where the devices are and how they do. */
export function usePositions(query: DeviceQuery = {}) {
  const text = queryText(query)
  return useQuery({
    // Not below `devices`: what arrives live would fetch all positions anew every second.
    queryKey: ['positions', text],
    queryFn: async ({ signal }) => {
      const answer = await call<Answer>('GET', `/devices/gps_coords?${text}`, undefined, { signal })
      const { columns, gps_coords } = answer
      const estimated = new Set(answer.estimated)
      return gps_coords.map((row) => {
        const told = Object.fromEntries(columns.map((name, index) => [name, row[index]]))
        const position = told as unknown as Omit<Position, 'level_source'>
        const level_source: LevelSource = estimated.has(position.device_id) ? 'estimated' : 'measured'
        return { ...position, level_source }
      })
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > FEW ? 60_000 : 10_000),
  })
}
