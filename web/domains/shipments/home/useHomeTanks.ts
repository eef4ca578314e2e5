import { useQuery } from '@tanstack/react-query'
import type { listTanksNeedingAttention } from '#core/domains/telemetry/calls.ts'
import { request } from '#web/platform/calls/request.ts'

/** The user's own tanks, the worst first, and whether there are more. */
export function useHomeTanks(limit: number) {
  return useQuery({
    queryKey: ['devices', 'home_tanks', limit],
    queryFn: async ({ signal }) => {
      // One more than shown tells whether there are more.
      const { tanks } = await request<typeof listTanksNeedingAttention>('GET', '/devices/needing_someone', {
        query: { all: '1', limit: limit + 1 },
        signal,
      })
      return { tanks: tanks.slice(0, limit), hasMore: tanks.length > limit }
    },
    placeholderData: (before) => before,
  })
}
