import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('answers of the API stay in no memory between, refusals neither', async () => {
  for (const [who, path] of [
    ['customer', '/devices'],
    ['customer', '/bank_accounts'],
    [null, '/users/current'],
    [null, '/build'],
  ] as const) {
    const { headers } = await server.as(who).call('GET', path)
    expect(headers['cache-control'], path).toBe('no-store')
  }
})
