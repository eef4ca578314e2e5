import { useQuery } from '@tanstack/react-query'
import type { listTanksNeedingAttention } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/request.ts'

/** One's own tanks, the worst first; whether there are more than these. */
export function useHomeTanks(limit: number) {
  return useQuery({
    queryKey: ['devices', 'home_tanks', limit],
    queryFn: async ({ signal }) => {
      // One more than is shown tells that there are more.
      const { tanks } = await request<typeof listTanksNeedingAttention>('GET', '/devices/needing_someone', {
        query: { all: '1', limit: limit + 1 },
        signal,
      })
      return { tanks: tanks.slice(0, limit), hasMore: tanks.length > limit }
    },
    placeholderData: (before) => before,
  })
}
