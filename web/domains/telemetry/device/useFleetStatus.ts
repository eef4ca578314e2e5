import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readFleetStatus } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/calls/request.ts'
import { type DeviceQuery, queryText } from './useDevices.ts'

/** How many tanks are in each state. */
export function useFleetStatus(query: DeviceQuery = {}, isEnabled = true) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['devices', 'fleet_status', text],
    queryFn: async ({ signal }) =>
      (
        await request<typeof readFleetStatus>('GET', '/devices/fleet_status', {
          query: Object.fromEntries(new URLSearchParams(text)),
          signal,
        })
      ).fleet,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}
