import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let strict: TestServer
beforeAll(async () => {
  server = await startTestServer()
  strict = await startTestServer({ CALLS_OF_ACCOUNT: '10', CALLS_OF_ADDRESS: '25' })
})
afterAll(async () => {
  await server.close()
  await strict.close()
})

const JSON_OF = (bytes: number) => JSON.stringify({ username: 'x'.repeat(bytes) })

describe('a body is checked before it is read', () => {
  test('only a small body is accepted without a session', async () => {
    const path = '/authenticate/second_factor/passkey'
    expect((await server.as(null).call('POST', path, JSON_OF(65_536))).status).toBe(413)
    expect((await server.as(null).call('POST', path, JSON_OF(60_000))).status).toBe(422)
  })

  test('a caller without permission is refused with any body', async () => {
    const noJson = '{'.repeat(1_000_000)
    expect((await server.as(null).call('POST', '/tags', noJson)).status).toBe(403)
    expect((await server.as('driver').call('POST', '/bank_accounts', noJson)).status).toBe(405)
    const uplink = await server.as(null).call('POST', '/uplink', noJson, { 'x-device-key': 'x'.repeat(43) })
    expect(uplink.status).toBe(401)
  })

  test('a caller with permission sends as much as the record can hold', async () => {
    const staff = server.as('administrator')
    expect((await staff.call('POST', '/tags', JSON_OF(2 * 1024 * 1024))).status).toBe(413)
    const article = { title: 'Long', display_name: 'Long', body: `<p>${'word '.repeat(600_000)}</p>` }
    expect((await staff.call('POST', '/help', article)).status).toBe(200)
  })

  test('deeply nested lists are refused as JSON, wherever they appear', async () => {
    const deep = (times: number) => `{"tag":${'['.repeat(times)}${']'.repeat(times)}}`
    const staff = server.as('administrator')
    expect((await staff.call('POST', '/tags', deep(300_000))).status).toBe(400)
    expect((await staff.call('POST', '/tags', deep(31))).status).toBe(422)
    const named = (times: number) =>
      `{"tag":{${Array.from({ length: times }, (_, index) => `"k${index}":"a \\" : b"`).join(',')}}}`
    expect((await staff.call('POST', '/tags', named(6000))).status).toBe(400)
    expect((await staff.call('POST', '/tags', named(4000))).status).toBe(422)
    const created = await staff.call('POST', '/tags', { tag: '[[[[\\"{'.repeat(5), company_id: 103 })
    expect(created.status, created.raw).toBe(200)
    const device = await deviceWithTank(server)
    const sent = await server
      .as(null)
      .call('POST', '/uplink', `{"records":${'['.repeat(300_000)}`, { 'x-device-key': device.key })
    expect(sent.status).toBe(400)
  })
})

test('an account has a limit of calls a minute, an address a higher one, devices none', async () => {
  const ask = () => strict.as('customer').call('GET', '/users/current')
  for (let call = 0; call < 10; call++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await strict.as('driver').call('GET', '/users/current')).status).toBe(200)
  const statuses = []
  for (let call = 0; call < 20; call++) statuses.push((await strict.as(null).call('GET', '/build')).status)
  expect(statuses).toContain(429)
  const device = await strict.app.inject({ method: 'POST', url: '/api/uplink', payload: { records: [] } })
  expect(device.statusCode).toBe(401)
  expect((await strict.app.inject('/healthz')).statusCode).toBe(200)
})

test('an article with deeply nested markup is refused, and other calls are still answered', async () => {
  const article = { title: 'Deep', display_name: 'Deep', body: '<b>'.repeat(300_000) }
  let isAnswered = false
  const saving = server.as('administrator').call('POST', '/help', article)
  void saving.then(() => {
    isAnswered = true
  })
  for (let call = 0; call < 5; call++) expect((await server.as(null).call('GET', '/build')).status).toBe(200)
  expect(isAnswered).toBe(false)
  expect((await saving).status).toBe(422)
})

test('an account holds at most fifty pages open', async () => {
  const ends: AbortController[] = []
  const open = async (who: 'customer' | 'driver') => {
    const end = new AbortController()
    ends.push(end)
    const response = await fetch(`http://127.0.0.1:${server.port}/api/live`, {
      headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(who)}` },
      signal: end.signal,
    })
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: 51 }, () => open('customer')))
  expect(statuses.filter((status) => status === 200)).toHaveLength(50)
  expect(statuses).toContain(429)
  expect(await open('driver')).toBe(200)
  for (const end of ends) end.abort()
})

test('a form of thousands of parts and an endless path are refused', async () => {
  const part = '--edge\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'
  const parts = await server
    .as('administrator')
    .call('POST', '/data_import_logs?resource=tags', `${part.repeat(50_000)}--edge--\r\n`, {
      'content-type': 'multipart/form-data; boundary=edge',
    })
  expect([400, 413, 422]).toContain(parts.status)
  const long = await fetch(`http://127.0.0.1:${server.port}/api/tags?search=${'x'.repeat(100_000)}`)
  expect([414, 431]).toContain(long.status)
})
