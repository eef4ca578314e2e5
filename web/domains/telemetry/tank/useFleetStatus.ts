import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FleetState } from '#core/domains/telemetry/fleetStates.ts'
import { call } from '#web/platform/api.ts'
import { type DeviceQuery, queryText } from './useDevices.ts'

export type FleetStatus = Record<FleetState | 'total', number>

/** How many tanks are in which state. */
export function useFleetStatus(query: DeviceQuery = {}, isWanted = true) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['devices', 'fleet_status', text],
    queryFn: async ({ signal }) =>
      (await call<{ fleet: FleetStatus }>('GET', `/devices/fleet_status?${text}`, undefined, { signal }))
        .fleet,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
}
