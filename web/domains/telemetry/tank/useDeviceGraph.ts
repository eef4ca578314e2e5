import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import type { Series } from './TankHistory.ts'
import type { TimeSpan } from './timeSpans.ts'

export type DeviceGraph = 'battery' | 'signal_strength' | 'temperature'

/** What a device says of itself over time. */
export function useDeviceGraph(device_id: number, graph: DeviceGraph, { from, to }: TimeSpan) {
  return useQuery({
    queryKey: ['devices', 'graph', device_id, graph, from, to],
    queryFn: async ({ signal }) =>
      (
        await call<{ series: Series[] }>(
          'GET',
          `/devices/${device_id}/${graph}_graph?from=${from}&to=${to}&max_points=400`,
          undefined,
          { signal },
        )
      ).series,
    placeholderData: keepPreviousData,
  })
}
