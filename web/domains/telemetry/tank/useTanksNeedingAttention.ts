import { useQuery } from '@tanstack/react-query'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { call } from '#web/platform/api.ts'

/** The tanks that need somebody, worst first. */
export function useTanksNeedingAttention(limit: number, isWanted = true) {
  return useQuery({
    queryKey: ['devices', 'needing_someone', limit],
    queryFn: async ({ signal }) =>
      (
        await call<{ tanks: PlacedPort[] }>('GET', `/devices/needing_someone?limit=${limit}`, undefined, {
          signal,
        })
      ).tanks,
    enabled: isWanted,
  })
}
