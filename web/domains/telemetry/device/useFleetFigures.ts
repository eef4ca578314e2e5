import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readBatteryHealth, readDeliveries, readUsage } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/calls/request.ts'

/** Polling interval, ms. Figures over all tanks change slowly, so reports do not refresh them. */
const POLL_MS = 60_000

function useFigures<T>(name: string, read: (options: { signal: AbortSignal }) => Promise<T>) {
  return useQuery({
    // Not below `devices`: live updates would refetch them every second.
    queryKey: ['fleet_figures', name],
    queryFn: ({ signal }) => read({ signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

/** Usage and stock of each product. */
export const useUsage = () =>
  useFigures('usage', (options) => request<typeof readUsage>('GET', '/devices/usage', options))
/** Deliveries into tanks during the last week. */
export const useDeliveries = () =>
  useFigures('deliveries', (options) => request<typeof readDeliveries>('GET', '/devices/deliveries', options))
export const useBatteryHealth = () =>
  useFigures('battery_health', (options) =>
    request<typeof readBatteryHealth>('GET', '/devices/battery_health', options),
  )
