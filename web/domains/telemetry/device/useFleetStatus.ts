import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readFleetStatus } from '#core/domains/telemetry/calls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { type DeviceQuery, queryText } from './useDevices.ts'

/** How many tanks are in each state. */
export function useFleetStatus(query: DeviceQuery = {}, isEnabled = true) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['devices', 'fleet_status', text],
    queryFn: reading<typeof readFleetStatus>('/devices/fleet_status', {
      query: Object.fromEntries(new URLSearchParams(text)),
    }),
    select: ({ fleet }) => fleet,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}
