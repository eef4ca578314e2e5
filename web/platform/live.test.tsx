import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLive } from './live.ts'
import { makeQueryClient } from './queryClient.ts'

afterEach(() => vi.unstubAllGlobals())

/** A stream of events into which one writes. */
function liveStream(): { say: (event: string) => Promise<void> } {
  let stream: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
  return {
    say: async (event) => {
      stream.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`))
      await waitFor(() => expect(stream.desiredSize).toBe(1))
    },
  }
}

test('what is asked for after something was heard is asked for once, the rest anew', {
  timeout: 20_000,
}, async () => {
  const { say } = liveStream()
  const client = makeQueryClient()
  const asked: string[] = []
  const { result } = renderHook(
    () => {
      useLive()
      const [search, setSearch] = useState('')
      const read = (key: string) => ({
        queryKey: key.split(' '),
        queryFn: async () => {
          asked.push(key)
          return key
        },
      })
      useQuery(read('alerts open'))
      useQuery(read(`devices list${search}`))
      return { setSearch }
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  await waitFor(() => expect(asked).toEqual(['alerts open', 'devices list']))
  // Readings come while one types, and are told together a second later.
  await say('devices')
  await say('alerts')
  result.current.setSearch(' farm')
  await waitFor(() => expect(asked).toContain('devices list farm'))
  await waitFor(() => expect(asked.filter((one) => one === 'alerts open')).toHaveLength(2), { timeout: 5000 })
  expect(asked.filter((one) => one === 'devices list farm')).toHaveLength(1)
  await say('devices')
  await waitFor(() => expect(asked.filter((one) => one === 'devices list farm')).toHaveLength(2), {
    timeout: 5000,
  })
})

test('what is on its way is let come before it is asked for again', { timeout: 20_000 }, async () => {
  const { say } = liveStream()
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
  const flushes = vi.spyOn(client, 'invalidateQueries')
  await say('devices')
  await waitFor(() => expect(flushes.mock.calls.length).toBeGreaterThan(1), { timeout: 8000 })
  expect(stopped[0]!.aborted).toBe(false)
  answers[0]!()
  await waitFor(() => expect(answers).toHaveLength(2), { timeout: 5000 })
})
