import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://tanks.example.com', TRUST_PROXY: '1' })
})
afterAll(() => server.close())

const ask = (url: string, headers: Record<string, string>) => server.app.inject({ url, headers })

test('http is redirected to https, for any path', async () => {
  const response = await ask('/devices?level=urgent', { host: 'tanks.example.com' })
  expect(response.statusCode).toBe(308)
  expect(response.headers['location']).toBe('https://tanks.example.com/devices?level=urgent')
})

test('a host header other than the called host is not trusted', async () => {
  const open = { host: 'tanks.example.com', 'x-forwarded-proto': 'http', 'x-api-key': 'ullage-web' }
  const response = await ask('/api/environment', { ...open, 'x-forwarded-host': 'localhost' })
  expect(response.statusCode).toBe(426)
})

test('the documents of the API state their charset', async () => {
  for (const path of [
    '/api/docs',
    '/api/docs/start.js',
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
  ]) {
    const { headers } = await ask(path, { host: 'localhost' })
    expect(headers['content-type'], path).toMatch(/^text\/.*charset=utf-8$/)
  }
})

test('https, requests from this machine and liveness checks are answered', async () => {
  const secure = { host: 'tanks.example.com', 'x-forwarded-proto': 'https', 'x-api-key': 'ullage-web' }
  expect((await ask('/api/environment', secure)).statusCode).toBe(200)
  expect((await ask('/api/environment', { host: 'localhost', 'x-api-key': 'ullage-web' })).statusCode).toBe(
    200,
  )
  expect((await ask('/healthz', { host: '10.0.0.7' })).statusCode).toBe(200)
})

test('a call by http is refused and not redirected, also a device’s; the documents of the API are a page', async () => {
  const open = { host: 'tanks.example.com', 'x-api-key': 'ullage-web', 'x-device-key': 'k' }
  for (const path of [
    '/api/environment',
    '/api/uplink',
    '/%61pi/uplink',
    '/api/nothing',
    '/api/openapi.json',
  ]) {
    const response = await ask(path, open)
    expect(response.statusCode, path).toBe(426)
    expect(response.headers['location'], path).toBeUndefined()
  }
  const { body, headers } = await ask('/api/uplink', open)
  expect(JSON.parse(body)).toMatchObject({ code: 426, message: expect.stringContaining('https') })
  expect(headers['upgrade']).toContain('TLS')
  expect((await ask('/api/docs', open)).statusCode).toBe(308)
})

test('a browser may run only what we ship, and stays with https', async () => {
  const { headers } = await ask('/api/environment', { host: 'localhost', 'x-api-key': 'ullage-web' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
  expect(headers['x-content-type-options']).toBe('nosniff')
})
