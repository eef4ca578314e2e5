import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import type { Waiting } from '#web/resources/screen.ts'

/** Larger counts are shown as "99+". */
const MAX_COUNT = 99
/** Delay (ms) that lets the requests of the screen itself go first. */
const COUNT_DELAY_MS = 1500

/** Number of pending records at a screen; 0 until known. Recounted when one of them changes. */
export function useWaiting(waits: Waiting | undefined): number {
  const isDelayOver = useDelay()
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
    enabled: isDelayOver,
  })
  return data
}

/** A number of records, short enough for a menu. */
export function waitingText(count: number): string {
  return count > MAX_COUNT ? `${MAX_COUNT}+` : String(count)
}

function useDelay(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), COUNT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
