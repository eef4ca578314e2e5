import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useLive } from './live.ts'
import { makeQueryClient } from './queryClient.ts'

// The stream parser must load before the clock is mocked.
beforeAll(() => import('eventsource-parser'))
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  // A page of the previous test would take the stream of the next one.
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Advances the clock in small steps, by half a minute at most, until the check passes. */
async function waitFor(check: () => void): Promise<void> {
  for (let step = 0; step < 300; step++) {
    try {
      return check()
    } catch {
      await act(() => vi.advanceTimersByTimeAsync(100))
    }
  }
  check()
}

/** A stream of events to write to. */
function liveStream(): { send: (event: string, data?: object) => Promise<void> } {
  let stream: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
  return {
    send: async (event, data = {}) => {
      stream.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
      await waitFor(() => expect(stream.desiredSize).toBe(1))
    },
  }
}

test('several events refetch a query once; a query started after them is refetched only by the next event', async () => {
  const { send } = liveStream()
  const client = makeQueryClient()
  const executed: string[] = []
  const { result } = renderHook(
    () => {
      useLive()
      const [search, setSearch] = useState('')
      const read = (key: string) => ({
        queryKey: key.split(' '),
        queryFn: async () => {
          executed.push(key)
          return key
        },
      })
      useQuery(read('alerts open'))
      useQuery(read(`devices list${search}`))
      return { setSearch }
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  await waitFor(() => expect(executed).toEqual(['alerts open', 'devices list']))
  // Readings arrive continuously, and are announced together a second later.
  await send('devices')
  await send('alerts')
  result.current.setSearch(' farm')
  await waitFor(() => expect(executed).toContain('devices list farm'))
  await waitFor(() => expect(executed.filter((item) => item === 'alerts open')).toHaveLength(2))
  expect(executed.filter((item) => item === 'devices list farm')).toHaveLength(1)
  await send('devices')
  await waitFor(() => expect(executed.filter((item) => item === 'devices list farm')).toHaveLength(2))
})

test('a running query finishes before it is refetched', async () => {
  const { send } = liveStream()
  const client = makeQueryClient()
  const answers: (() => void)[] = []
  const stopped: AbortSignal[] = []
  renderHook(
    () => {
      useLive()
      return useQuery({
        queryKey: ['devices', 'slow'],
        queryFn: ({ signal }) => {
          stopped.push(signal)
          return new Promise<string>((resolve) => answers.push(() => resolve('there')))
        },
      })
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  await waitFor(() => expect(answers).toHaveLength(1))
  const looks = vi.spyOn(client.getQueryCache(), 'findAll')
  await send('devices')
  await waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(1))
  expect(answers).toHaveLength(1)
  expect(stopped[0]!.aborted).toBe(false)
  answers[0]!()
  await waitFor(() => expect(answers).toHaveLength(2))
})

/** Two lists of companies, one of which contains company 4. Returns the names of executed queries, in order. */
function twoLists() {
  const client = makeQueryClient()
  const executed: string[] = []
  const list = (name: string, company_id: number) => ({
    queryKey: ['companies', 'list', name],
    queryFn: async () => {
      executed.push(name)
      return { rows: [{ company_id, company: name }] }
    },
  })
  renderHook(
    () => {
      useLive()
      useQuery(list('shows it', 4))
      useQuery(list('shows another', 5))
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  return executed
}

test('queries that show a changed record are refetched at once; others wait, longer the more pages were notified', async () => {
  const { send } = liveStream()
  const executed = twoLists()
  await waitFor(() => expect(executed).toEqual(['shows it', 'shows another']))
  await send('changed', { kind: 'companies', key: 'company_id', ids: [4], pages: 1000 })
  await waitFor(() => expect(executed).toEqual(['shows it', 'shows another', 'shows it']))
  await send('changed', { kind: 'companies', key: 'company_id', ids: [7], pages: 1 })
  await waitFor(() => expect(executed.slice(3)).toContain('shows another'))
})

test('a hidden page refetches when it becomes visible', async () => {
  const { send } = liveStream()
  const executed = twoLists()
  await waitFor(() => expect(executed).toHaveLength(2))
  const look = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  look('hidden')
  await send('changed', { kind: 'companies', key: 'company_id', ids: [4] })
  expect(executed).toHaveLength(2)
  look('visible')
  // Slow queries rest first, so either may be the first.
  await waitFor(() => expect(executed.slice(2).toSorted()).toEqual(['shows another', 'shows it']))
})
