import { useQuery } from '@tanstack/react-query'
import type { readFleetAccuracy } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/calls/request.ts'

/** Polling interval while the record is being filled, ms. */
const POLL_MS = 4_000

/** The accuracy of forecasts over all tanks that the user may see: it changes once a day. */
export function useForecastAccuracy() {
  return useQuery({
    queryKey: ['fleet_figures', 'forecast_accuracy'],
    queryFn: async ({ signal }) =>
      (await request<typeof readFleetAccuracy>('GET', '/devices/forecast_accuracy', { signal })).accuracy,
    refetchInterval: ({ state }) => (state.data?.is_filling ? POLL_MS : false),
  })
}
