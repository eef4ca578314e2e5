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

/** Where the devices are and how they do. */
export function usePositions(query: DeviceQuery = {}) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['devices', 'gps_coords', text],
    queryFn: async ({ signal }) => {
      const { columns, gps_coords } = await call<Answer>('GET', `/devices/gps_coords?${text}`, undefined, {
        signal,
      })
      return gps_coords.map(
        (row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])) as unknown as Position,
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
