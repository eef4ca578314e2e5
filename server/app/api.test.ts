import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('answers of the API are not cached, except refusals', async () => {
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

test('however its path is written, a call needs the client key, counts, and is not cached', async () => {
  const limited = await startTestServer({ CALLS_OF_ADDRESS: '2' })
  try {
    for (const url of [
      '/api/environment',
      '/%61pi/environment',
      '/api/%65nvironment',
      '/%61%70%69/nothing',
    ]) {
      const open = await server.app.inject({ url })
      expect(open.statusCode, url).toBe(400)
      expect(open.headers['cache-control'], url).toBe('no-store')
    }
    const headers = { 'x-api-key': 'ullage-web' }
    const ask = async (url: string) => (await limited.app.inject({ url, headers })).statusCode
    expect(await ask('/%61pi/environment')).toBe(200)
    expect(await ask('/%61pi/environment')).toBe(200)
    expect(await ask('/%61pi/environment')).toBe(429)
  } finally {
    await limited.close()
  }
})
