import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '#server/app/server.ts'
import { startTestServer, TEST_KEY, type TestServer } from '#server/app/testing/startTestServer.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const from = (address: string) => ({ 'x-forwarded-for': address })

async function signedIn(more: object = {}, headers: Record<string, string> = {}) {
  const user = await newUser(server, more)
  const { body } = await signIn(server, user.username, PASSWORD, headers)
  return { ...user, call: withToken(server, body.token) }
}

describe('an open session', () => {
  test('shows its sign-in method, its address and its last screen', async () => {
    const { user_id, call } = await signedIn({}, { 'user-agent': FIREFOX, ...from('203.0.113.9') })
    await call('GET', '/users/current', undefined, { ...from('203.0.113.10'), 'x-screen': '/devices/7' })
    const { body } = await staff('GET', `/active_sessions?user_id=${user_id}`)
    expect(body.page.page_size).toBe(20)
    expect(body.active_sessions).toMatchObject([
      { device: 'Firefox 131 · Windows', address: '203.0.113.10', place: '/devices/7', way: 'password' },
    ])
    expect(JSON.stringify(body)).not.toContain('token')
  })

  test('accepts only the path of a screen as place', async () => {
    const { user_id, call } = await signedIn()
    await call('GET', '/users/current', undefined, { 'x-screen': '/devices?search=secret' })
    const { body } = await staff('GET', `/active_sessions?user_id=${user_id}`)
    expect(body.active_sessions[0].place).toBeNull()
  })

  test('ends for its user at the next call when staff revoke it, and leaves the list', async () => {
    const { user_id, call } = await signedIn()
    expect((await call('GET', '/users/current')).status).toBe(200)
    const { body } = await staff('GET', `/active_sessions?user_id=${user_id}`)
    const path = `/active_sessions/${body.active_sessions[0].session_id}`
    expect((await staff('DELETE', path)).status).toBe(200)
    expect((await call('GET', '/users/current')).status).toBe(403)
    expect((await staff('DELETE', path)).status).toBe(404)
    expect((await staff('GET', `/active_sessions?user_id=${user_id}`)).body.page.total_records).toBe(0)
  })

  test('ends on another server too', async () => {
    const other = await startServer({
      config: readConfig({ PORT: '0', MQTT_PORT: '0', DATABASE_POOL: '3', SEAL_KEY: TEST_KEY }),
      connection: server.connection,
      log: openLog('silent'),
      buildVersion: 'test',
      withSchedule: false,
    })
    try {
      const user = await newUser(server)
      const { body } = await signIn(server, user.username)
      const there = () =>
        other.app.inject({
          url: '/api/users/current',
          headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${body.token}` },
        })
      expect((await there()).statusCode).toBe(200)
      await withToken(server, body.token)('GET', '/authenticate/logout')
      await expect.poll(async () => (await there()).statusCode).toBe(403)
    } finally {
      await other.close()
    }
  })

  test('can be seen and revoked by its user, unlike other users’ sessions', async () => {
    const mine = await signedIn()
    const { body: again } = await signIn(server, mine.username)
    const second = withToken(server, again.token)
    const strangers = await signedIn()
    const list = (await mine.call('GET', '/me/active_sessions')).body.active_sessions
    expect(list.map((item: { is_current: number }) => item.is_current)).toEqual([1, 0])
    const foreign = (await strangers.call('GET', '/me/active_sessions')).body.active_sessions[0].session_id
    expect((await mine.call('DELETE', `/me/active_sessions/${foreign}`)).status).toBe(404)
    expect((await mine.call('DELETE', `/me/active_sessions/${list[1].session_id}`)).status).toBe(200)
    expect((await second('GET', '/users/current')).status).toBe(403)
    expect((await mine.call('GET', '/users/current')).status).toBe(200)
    for (const path of ['/active_sessions', '/login_attempts', '/active_sessions?options=1'])
      expect((await mine.call('GET', path)).status, path).toBe(405)
  })

  test('ends with all the others except the current one', async () => {
    const mine = await signedIn()
    const { body } = await signIn(server, mine.username)
    await mine.call('DELETE', '/me/active_sessions')
    expect((await withToken(server, body.token)('GET', '/users/current')).status).toBe(403)
    expect((await mine.call('GET', '/users/current')).status).toBe(200)
  })

  test('does not come back when a deactivated user is activated again', async () => {
    const { user_id, call } = await signedIn()
    await staff('PATCH', `/users/${user_id}`, { status: 0 })
    expect((await call('GET', '/users/current')).status).toBe(403)
    await staff('PATCH', `/users/${user_id}`, { status: 1 })
    expect((await call('GET', '/users/current')).status).toBe(403)
  })

  test('lasts as long as the settings say when it is opened', async () => {
    await staff('PATCH', '/settings', { session_hours: 2 })
    const { username } = await newUser(server)
    const { body } = await signIn(server, username)
    const hours = (Date.parse(body.token_expires) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(1.9)
    expect(hours).toBeLessThanOrEqual(2)
  })
})

describe('a user who may sign in only from allowed networks', () => {
  beforeAll(async () => {
    await staff('PATCH', '/settings', { allowed_networks: ['192.0.2.0/24', '2001:db8:7::/48'] })
  })

  test.each([
    ['192.0.2.55', 200],
    ['2001:db8:7::1', 200],
    ['::ffff:192.0.2.55', 200],
    ['192.0.3.55', 401],
    ['2001:db8:8::1', 401],
  ])('from %s: %i', async (address, status) => {
    const { username } = await newUser(server, { restrict_login_location: 1 })
    const response = await signIn(server, username, PASSWORD, from(address))
    expect(response.status).toBe(status)
    const attempts = await staff('GET', `/login_attempts?search=${username}&status=`)
    expect(attempts.body.login_attempts).toMatchObject([
      { address, status: status === 200 ? 'ok' : 'fail', reason: status === 200 ? null : 'network' },
    ])
  })

  test('learns the reason only with the right password', async () => {
    const { username } = await newUser(server, { restrict_login_location: 1 })
    const right = await signIn(server, username, PASSWORD, from('10.9.9.9'))
    const refused = await signIn(server, username, 'Wrong#2026', from('10.9.9.9'))
    expect(right.body.message).toContain('networks')
    expect(refused.body.message).toBe('Invalid login credentials.')
  })

  test('cannot use a session elsewhere, and loses it when the network is removed', async () => {
    const user = await newUser(server, { restrict_login_location: 1 })
    const { body } = await signIn(server, user.username, PASSWORD, from('192.0.2.60'))
    const call = withToken(server, body.token)
    expect((await call('GET', '/users/current', undefined, from('192.0.2.61'))).status).toBe(200)
    expect((await call('GET', '/users/current', undefined, from('198.51.100.1'))).status).toBe(403)
    await staff('PATCH', '/settings', { allowed_networks: ['10.0.0.0/8'] })
    expect((await call('GET', '/users/current', undefined, from('192.0.2.61'))).status).toBe(403)
  })

  test('cannot sign in if no network is allowed; users without the restriction sign in from anywhere', async () => {
    await staff('PATCH', '/settings', { allowed_networks: null })
    const { username } = await newUser(server, { restrict_login_location: 1 })
    expect((await signIn(server, username)).status).toBe(401)
    expect((await signIn(server, (await newUser(server)).username)).status).toBe(200)
  })
})

test('a stated address is ignored without a trusted proxy', async () => {
  const bare = await startTestServer()
  try {
    await bare.as('administrator').call('PATCH', '/settings', { allowed_networks: ['192.0.2.0/24'] })
    const { username } = await newUser(bare, { restrict_login_location: 1 })
    expect((await signIn(bare, username, PASSWORD, from('192.0.2.1'))).status).toBe(401)
  } finally {
    await bare.close()
  }
})

test('attempts are listed to staff only, with method and reason, by default the refused ones', async () => {
  const { username } = await newUser(server)
  await signIn(server, username, 'Wrong#2026')
  await signIn(server, username)
  await signIn(server, 'nobody@nowhere.example')
  const { body } = await staff('GET', '/login_attempts?page_size=1000')
  expect(body.login_attempts.every((attempt: { status: string }) => attempt.status === 'fail')).toBe(true)
  expect(body.login_attempts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ username, reason: 'wrong_password', way: 'password', company_id: 103 }),
      expect.objectContaining({
        username: 'nobody@nowhere.example',
        reason: 'unknown_name',
        company_id: null,
      }),
    ]),
  )
  const all = await staff('GET', `/login_attempts?search=${username}&status=`)
  expect(all.body.page.total_records).toBe(2)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from login_attempts where username like '%#2026%'`.execute(server.db)
  expect(rows[0]?.n).toBe(0)
})
