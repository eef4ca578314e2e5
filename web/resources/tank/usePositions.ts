import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { type DeviceQuery, queryText } from './useDevices.ts'

export interface Position {
  device_id: number
  latitude: number
  longitude: number
  percent: number | null
  level: string
  label: string
}

interface Answer {
  columns: (keyof Position)[]
  gps_coords: unknown[][]
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
      const { columns, gps_coords } = await call<Answer>('GET', `/devices/gps_coords?${text}`, undefined, {
        signal,
      })
      return gps_coords.map(
        (row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])) as unknown as Position,
      )
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > FEW ? 60_000 : 10_000),
  })
}
