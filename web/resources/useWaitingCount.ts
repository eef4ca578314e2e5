import { skipToken, useQuery } from '@tanstack/react-query'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import type { Waiting } from './screen.ts'

/** Number of pending records; 0 until known, and without `waits`. Recounted when one of them changes. */
export function useWaitingCount(waits: Waiting | undefined, isEnabled = true): number {
  const { data = 0 } = useQuery({
    queryKey: [waits?.kind, 'list', 'waiting', waits?.query],
    queryFn: waits
      ? async ({ signal }) => {
          const query = { ...waits.query, page_size: '1' }
          const { page } = await request<StandardCalls<Resource>['list']>('GET', waits.path, {
            query,
            signal,
          })
          return page?.total_records ?? 0
        }
      : skipToken,
    enabled: isEnabled,
  })
  return data
}
