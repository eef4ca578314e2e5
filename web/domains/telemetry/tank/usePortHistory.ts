import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readPortHistory } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/request.ts'
import type { TimeSpan } from './timeSpans.ts'

/** The history of a tank over a span; the one before stays until it is there. */
export function usePortHistory(device_id: number, port_number: number, { from, to, maxPoints }: TimeSpan) {
  return useQuery({
    queryKey: ['devices', 'history', device_id, port_number, from, to],
    queryFn: ({ signal }) =>
      request<typeof readPortHistory>('GET', '/devices/:device_id/port_history_graph/:port_number', {
        params: { device_id, port_number },
        query: { from: String(from), to: String(to), max_points: maxPoints },
        signal,
      }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === device_id && query.queryKey[3] === port_number
        ? keepPreviousData(previous)
        : undefined,
  })
}
