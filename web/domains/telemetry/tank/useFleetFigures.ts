import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BatteryHealth, FleetDeliveries, ProductUsage } from '#core/domains/telemetry/fleetFigures.ts'
import { call } from '#web/platform/api.ts'

/** Figures over all tanks move slowly: reading them anew with every report would help nobody. */
const EVERY = 60_000

function useFigures<T>(name: string) {
  return useQuery({
    // Not below `devices`: what arrives live would ask for them every second.
    queryKey: ['fleet_figures', name],
    queryFn: ({ signal }) => call<T>('GET', `/devices/${name}`, undefined, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
}

/** What is used of each product, and what is left of it. */
export const useUsage = () => useFigures<{ usage: ProductUsage[] }>('usage')
/** What came into the tanks during the last week. */
export const useDeliveries = () => useFigures<FleetDeliveries>('deliveries')
/** How the batteries are. */
export const useBatteryHealth = () => useFigures<BatteryHealth>('battery_health')
