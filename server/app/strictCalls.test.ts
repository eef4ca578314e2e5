import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from './testing/accounts.ts'
import { apiKeyOf } from './testing/apiKeyOf.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = await apiKeyOf(server.db, 'customer')
})
afterAll(() => server.close())

const byKey = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  server.as(null).call(method, path, body, { authorization: `Bearer ${key}`, ...headers })
const STRICT = { prefer: 'handling=strict' }

describe('a call of a program', () => {
  test.each([
    ['/tags?compny_id=4', 'compny_id', 'company_id'],
    ['/tags?sort=-nothing', 'sort', 'updated_at'],
    ['/tags?page_size=5000', 'page_size', '1000'],
    ['/tags/export?colums=tag', 'colums', 'columns'],
    ['/tags?fields=tag,nothing', 'fields', 'tag_id, created_at, updated_at, tag, '],
    ['/tags/export?columns=nothing', 'columns', 'tag, '],
    ['/tags/print?columns=nothing', 'columns', 'tag, '],
  ])('%s is refused at %s, with the accepted values', async (path, field, known) => {
    const { status, body } = await byKey('GET', path)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field }])
    expect(body.errors[0].message).toContain(known)
    expect((await server.as('customer').call('GET', path, undefined, STRICT)).status).toBe(400)
    expect((await server.as('customer').call('GET', path)).status).not.toBe(400)
  })

  test.each([
    ['/tags?page_size=ten&page_num=-1', ['page_size', 'page_num']],
    ['/tags?updated_since=yesterday', ['updated_since']],
    ['/deliveries?limit=5000&device_id=x', ['device_id', 'limit']],
    ['/tags/export?format=pdf', ['format']],
    ['/tags/none', ['tag_id']],
  ])('%s is refused at each parameter that failed', async (path, fields) => {
    const { status, body } = await byKey('GET', path)
    expect(status).toBe(400)
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
    const lenient = await server.as('customer').call('GET', path)
    expect([lenient.status, lenient.body.errors]).toEqual([400, undefined])
  })

  test('every standard list and file accepts its own filters', async () => {
    for (const path of ['/tags', '/tags/export', '/tags/print'])
      expect((await byKey('GET', `${path}?company_id=${COMPANY.customer}`)).status, path).toBe(200)
    expect((await byKey('GET', '/devices?status=normal&sort=public_id&page_size=10')).status).toBe(200)
  })

  test('lists what has changed since a moment', async () => {
    const created = await byKey('POST', '/tags', { tag: 'Early', company_id: COMPANY.customer })
    const later = await byKey('POST', '/tags', { tag: 'Late', company_id: COMPANY.customer })
    const { updated_at } = later.body.tag
    const { body } = await byKey('GET', `/tags?updated_since=${encodeURIComponent(updated_at)}&count=exact`)
    expect(body.tags.map(({ tag }: { tag: string }) => tag)).toEqual(['Late'])
    expect(body.page.total_records).toBe(1)
    expect(created.body.tag.updated_at < updated_at).toBe(true)
    expect((await byKey('GET', '/tags?updated_since=yesterday')).status).toBe(400)
  })

  test('carries the version of a record as ETag and If-Match', async () => {
    const { body, headers } = await byKey('POST', '/tags', { tag: 'Versioned', company_id: COMPANY.customer })
    const path = `/tags/${body.tag.tag_id}`
    const read = await byKey('GET', path)
    const etag = String(read.headers['etag'])
    expect(etag).toBe(`"${body.tag.updated_at}"`)
    expect(headers['etag']).toBe(etag)
    const changed = await byKey('PATCH', path, { tag: 'Next' }, { 'if-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
    const stale = await byKey('PATCH', path, { tag: 'Lost' }, { 'if-match': etag })
    expect(stale.status).toBe(412)
    expect(stale.body.current.tag).toBe('Next')
    expect((await byKey('DELETE', path, undefined, { 'if-match': etag })).status).toBe(412)
    expect((await byKey('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(200)
    expect(headers['ratelimit']).toBeUndefined()
  })

  test.each([
    ['GET', '/tags'],
    ['GET', '/tags?options=1'],
    ['GET', '/tags/export'],
    ['GET', '/tags/print'],
  ])('%s %s has no ETag, and ignores If-Match', async (method, path) => {
    const response = await byKey(method, path, undefined, { 'if-match': '"2026-01-01T00:00:00.000Z"' })
    expect([response.status, response.headers['etag']]).toEqual([200, undefined])
  })

  test('gets problem details when it accepts them', async () => {
    const accept = { accept: 'application/problem+json, application/json' }
    const { app } = server
    const response = await app.inject({
      method: 'GET',
      url: '/api/tags/999999999',
      headers: { authorization: `Bearer ${key}`, ...accept },
    })
    expect(response.headers['content-type']).toContain('application/problem+json')
    expect(response.json()).toMatchObject({ type: 'about:blank', title: 'Not Found', status: 404, code: 404 })
  })
})

test('pages of other sites call with a key only if the settings name them, and never with a session', async () => {
  const origin = 'https://shop.example.com'
  const preflight = () => server.app.inject({ method: 'OPTIONS', url: '/api/tags', headers: { origin } })
  expect((await preflight()).headers['access-control-allow-origin']).toBeUndefined()
  const set = (api_origins: string[]) =>
    server.as('administrator').call('PATCH', '/settings', { api_origins })
  expect((await set(['shop.example.com'])).body.errors).toMatchObject([{ field: 'api_origins' }])
  expect((await set([origin])).status).toBe(200)
  const { statusCode, headers } = await preflight()
  expect(statusCode).toBe(204)
  expect(headers['access-control-allow-origin']).toBe(origin)
  expect(headers['access-control-allow-headers']).toContain('authorization')
  expect(headers['access-control-allow-headers']).not.toContain('x-api-key')
  const call = await byKey('GET', '/tags', undefined, { origin })
  expect(call.headers['access-control-allow-origin']).toBe(origin)
})
