import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readPortHistory } from '#core/domains/telemetry/calls.ts'
import { reading } from '#web/platform/calls/request.ts'
import type { TimeSpan } from './timeSpans.ts'

/** The forecast is shown for at most twice the length of the past. */
const AHEAD = 2
const MAX_AHEAD_MS = 60 * 86_400_000

/** The history of a tank over a span, with its forecast; the previous one stays until it has loaded. */
export function usePortHistory(device_id: number, port_number: number, { from, to, maxPoints }: TimeSpan) {
  const until = to + Math.min(AHEAD * (to - from), MAX_AHEAD_MS)
  return useQuery({
    queryKey: ['devices', 'history', device_id, port_number, from, to],
    queryFn: reading<typeof readPortHistory>('/devices/:device_id/port_history_graph/:port_number', {
      params: { device_id, port_number },
      query: { from: String(from), to: String(until), max_points: maxPoints },
    }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === device_id && query.queryKey[3] === port_number
        ? keepPreviousData(previous)
        : undefined,
  })
}
