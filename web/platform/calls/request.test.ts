import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { addressOf, request } from './request.ts'

const writeNote = defineCall({
  method: 'POST',
  path: '/tanks/:tank_id/notes/:name',
  access: signedIn,
  params: () => z.object({ tank_id: Id, name: z.string() }),
  query: () => z.object({ notify: z.string().optional() }),
  body: () => z.object({ note: z.string() }),
  response: () => z.object({ note_id: z.int() }),
})
const readNotes = defineCall({
  method: 'GET',
  path: '/notes',
  access: signedIn,
  response: () => z.object({ notes: z.array(z.string()) }),
})

type Sent = [string, RequestInit]

let answer: object
const fetch = vi.fn((..._: Sent) => Promise.resolve(new Response(JSON.stringify(answer))))
beforeEach(() => {
  fetch.mockClear()
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => void vi.unstubAllGlobals())

test('parameters, query and body of a call are sent as its definition declares', async () => {
  answer = { code: 200, note_id: 3, message: 'Saved' }
  const { note_id, message } = await request<typeof writeNote>('POST', '/tanks/:tank_id/notes/:name', {
    params: { tank_id: 7, name: 'a/b' },
    query: { notify: 'all & some' },
    body: { note: 'Full' },
  })
  const [url, { method, body }] = fetch.mock.calls[0]!
  expect(url).toBe('/api/tanks/7/notes/a%2Fb?notify=all+%26+some')
  expect([method, body]).toEqual(['POST', '{"note":"Full"}'])
  expect([note_id, message]).toEqual([3, 'Saved'])
})

test('a call without input has no body', async () => {
  answer = { code: 200, notes: ['Full'] }
  expect((await request<typeof readNotes>('GET', '/notes')).notes).toEqual(['Full'])
  expect(fetch.mock.calls[0]![0]).toBe('/api/notes')
})

test('undefined values are left out of the query', () => {
  expect(addressOf('/notes', {}, { before: undefined, limit: 0 })).toBe('/notes?limit=0')
})

test('the compiler rejects a wrong path, unknown input, and missing input', () => {
  const params = { tank_id: 7, name: 'a' }
  const body = { note: 'Full' }
  const invalid = [
    // @ts-expect-error another path
    () => request<typeof readNotes>('GET', '/note'),
    // @ts-expect-error another method
    () => request<typeof readNotes>('POST', '/notes'),
    // @ts-expect-error no body
    () => request<typeof writeNote>('POST', '/tanks/:tank_id/notes/:name', { params }),
    // @ts-expect-error a parameter is missing
    () => request<typeof writeNote>('POST', '/tanks/:tank_id/notes/:name', { params: { name: 'a' }, body }),
    () =>
      request<typeof writeNote>('POST', '/tanks/:tank_id/notes/:name', {
        params,
        // @ts-expect-error an unknown field
        body: { ...body, text: 'Full' },
      }),
    // @ts-expect-error not part of the response
    async () => (await request<typeof readNotes>('GET', '/notes')).note,
  ]
  expect(invalid).toHaveLength(6)
})
