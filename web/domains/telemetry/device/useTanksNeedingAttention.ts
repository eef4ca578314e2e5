import { useQuery } from '@tanstack/react-query'
import type { listTanksNeedingAttention } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/calls/request.ts'

/** The tanks that need attention, the worst first. */
export function useTanksNeedingAttention(limit: number, isEnabled = true) {
  return useQuery({
    queryKey: ['devices', 'needing_someone', limit],
    queryFn: async ({ signal }) =>
      (
        await request<typeof listTanksNeedingAttention>('GET', '/devices/needing_someone', {
          query: { limit },
          signal,
        })
      ).tanks,
    enabled: isEnabled,
  })
}
