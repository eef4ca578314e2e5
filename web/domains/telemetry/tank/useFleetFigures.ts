import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readBatteryHealth, readDeliveries, readUsage } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/request.ts'

/** Figures over all tanks move slowly: reading them anew with every report would help nobody. */
const EVERY = 60_000

function useFigures<T>(name: string, read: (options: { signal: AbortSignal }) => Promise<T>) {
  return useQuery({
    // Not below `devices`: what arrives live would ask for them every second.
    queryKey: ['fleet_figures', name],
    queryFn: ({ signal }) => read({ signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
}

/** What is used of each product, and what is left of it. */
export const useUsage = () =>
  useFigures('usage', (options) => request<typeof readUsage>('GET', '/devices/usage', options))
/** What came into the tanks during the last week. */
export const useDeliveries = () =>
  useFigures('deliveries', (options) => request<typeof readDeliveries>('GET', '/devices/deliveries', options))
/** How the batteries are. */
export const useBatteryHealth = () =>
  useFigures('battery_health', (options) =>
    request<typeof readBatteryHealth>('GET', '/devices/battery_health', options),
  )
