import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetToken, writeToken } from '../session/token.ts'
import { CallRefused, call, onSessionLost, prefetch } from './api.ts'

type Sent = [string, RequestInit & { headers: Record<string, string> }]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetToken()
  onSessionLost(() => {})
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that returns these responses one after the other; after the last one it never responds. */
function answering(...answers: (Response | 'cut')[]) {
  const left = [...answers]
  const fetch = vi.fn((_: string, { signal }: RequestInit) => {
    const next = left.shift()
    if (next === 'cut') return Promise.reject(new TypeError('Failed to fetch'))
    if (next) return Promise.resolve(next)
    return new Promise((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    })
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const codeOf = (failure: unknown) => (failure instanceof CallRefused ? failure.code : failure)

test('a call goes to /api with the client’s key and the cookie’s token', async () => {
  writeToken('a-token', new Date(Date.now() + 60_000).toISOString())
  const fetch = answering(json(200, { code: 200, tags: [] }))
  await call('GET', '/tags?page_num=1')
  const [url, { headers }] = fetch.mock.calls[0] as unknown as Sent
  expect(url).toBe('/api/tags?page_num=1')
  expect(headers).toMatchObject({ 'x-api-key': 'ullage-web', authorization: 'Bearer a-token' })
})

test.each([
  ['GET', 15_000],
  ['DELETE', 15_000],
  ['POST', 25_000],
  ['PATCH', 25_000],
] as const)('%s times out after %i ms', async (method, limit) => {
  answering()
  const ended = vi.fn()
  const failed = call(method, '/tags', undefined, { retries: 0 }).catch((failure) => {
    ended()
    return failure
  })
  await vi.advanceTimersByTimeAsync(limit - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(codeOf(await failed)).toBe(0)
})

test.each([
  ['DELETE', 4],
  ['PATCH', 3],
] as const)('%s is tried %i times without an answer, with growing pauses', async (method, times) => {
  const fetch = answering(...Array<'cut'>(9).fill('cut'))
  const failed = call(method, '/tags/1').catch(codeOf)
  await vi.runAllTimersAsync()
  expect(await failed).toBe(0)
  expect(fetch).toHaveBeenCalledTimes(times)
})

test('a repeated call has the same key, so that nothing is created twice', async () => {
  const fetch = answering('cut', json(503, {}), json(200, { code: 200 }))
  const created = call('POST', '/tags', { tag: 'North' })
  await vi.runAllTimersAsync()
  await created
  const keys = (fetch.mock.calls as unknown as Sent[]).map(([, { headers }]) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('a refused call is not repeated', async () => {
  const fetch = answering(json(422, { code: 422, message: 'No', errors: [] }))
  expect(codeOf(await call('POST', '/tags', {}).catch((failure: unknown) => failure))).toBe(422)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test.each([
  [403, true, 1],
  [401, true, 1],
  [401, false, 0],
  [405, true, 0],
])('status %i (token present: %s) ends the session %i times', async (status, hasToken, times) => {
  if (hasToken) writeToken('a-token', new Date(Date.now() + 60_000).toISOString())
  const lost = vi.fn()
  onSessionLost(lost)
  answering(json(status, { code: status, message: 'No' }))
  await call('GET', '/tags').catch(() => undefined)
  expect(lost).toHaveBeenCalledTimes(times)
  if (times > 0) expect(lost.mock.calls[0]![0]).toMatchObject({ code: status, message: 'No' })
})

test('a prefetched response is not refetched, and is used once', async () => {
  const fetch = answering(json(200, { devices: [1] }), json(200, { devices: [2] }))
  void prefetch('/devices')
  await expect(call('GET', '/devices')).resolves.toEqual({ devices: [1] })
  expect(fetch).toHaveBeenCalledTimes(1)
  await expect(call('GET', '/devices')).resolves.toEqual({ devices: [2] })
})

test('a prefetched response is discarded after a change', async () => {
  answering(json(200, { rights: 'old' }), json(200, {}), json(200, { rights: 'new' }))
  void prefetch('/users/current')
  await call('PATCH', '/me', { language: 'es' })
  await expect(call('GET', '/users/current')).resolves.toEqual({ rights: 'new' })
})

test('a prefetched response is not used by another session or after it expires', async () => {
  writeToken('first', '2099-01-01')
  answering(json(200, { whose: 'first' }), json(200, { whose: 'second' }), json(200, { whose: 'newest' }))
  void prefetch('/me')
  writeToken('second', '2099-01-01')
  await expect(call('GET', '/me')).resolves.toEqual({ whose: 'second' })
  writeToken('first', '2099-01-01')
  vi.advanceTimersByTime(20_000)
  await expect(call('GET', '/me')).resolves.toEqual({ whose: 'newest' })
})
