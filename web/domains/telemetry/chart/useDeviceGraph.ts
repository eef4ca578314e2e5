import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  readBatteryGraph,
  readSignalGraph,
  readTemperatureGraph,
} from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/calls/request.ts'
import type { TimeSpan } from './timeSpans.ts'

type GraphCall = typeof readBatteryGraph | typeof readSignalGraph | typeof readTemperatureGraph
export type DeviceGraph = 'battery' | 'signal_strength' | 'temperature'

/** A device's own measurements over time. */
export function useDeviceGraph(device_id: number, graph: DeviceGraph, { from, to }: TimeSpan) {
  return useQuery({
    queryKey: ['devices', 'graph', device_id, graph, from, to],
    queryFn: async ({ signal }) =>
      (
        await request<GraphCall>('GET', `/devices/:device_id/${graph}_graph`, {
          params: { device_id },
          query: { from: String(from), to: String(to), max_points: 400 },
          signal,
        })
      ).series,
    placeholderData: keepPreviousData,
  })
}
