import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#core/domains/access/users.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PASSWORD = 'Right#Quay26'

async function newUser(more: object = {}): Promise<{ user_id: number; username: string }> {
  const body = {
    ...(await exampleOf(server, users, COMPANY.customer)),
    login_type_id: 'customer',
    password: PASSWORD,
    confirm_password: PASSWORD,
  }
  const response = await server.as('administrator').call('POST', '/users', { ...body, ...more })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.user
}

function signIn(username: string, password: string, query = '') {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  return server
    .as(null)
    .call('GET', `/authenticate/login${query}`, undefined, { authorization: `Basic ${credentials}` })
}

const whoAmI = (token: string) =>
  server.as(null).call('GET', '/users/current', undefined, { authorization: `Bearer ${token}` })

describe('signing in', () => {
  test('opens a session of twelve hours, or of seven days, whose token is stored only as its hash', async () => {
    const { username } = await newUser()
    const { body } = await signIn(username.toUpperCase(), PASSWORD)
    expect(Date.parse(body.token_expires) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000)
    expect(body.user).toMatchObject({
      username,
      login_type_id: 'customer',
      user_type: 'customer',
      can_save: true,
    })
    expect((await whoAmI(body.token)).body.user.permissions).toContain('devices.read')
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from sessions where encode(token_hash, 'escape') like ${`%${body.token}%`}) as found`.execute(
      server.db,
    )
    expect(rows[0]?.found).toBe(false)
    const long = await signIn(username, PASSWORD, '?remember_me=1')
    expect(Date.parse(long.body.token_expires) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  })

  test('a wrong password, an unknown name and a deactivated user differ only in the recorded attempts', async () => {
    const { user_id, username } = await newUser()
    const refused = await signIn(username, 'Wrong#2026')
    const unknown = await signIn('nobody@nowhere.example', PASSWORD)
    await server.as('administrator').call('DELETE', `/users/${user_id}`)
    const gone = await signIn(username, PASSWORD)
    for (const { status, body } of [refused, unknown, gone]) {
      expect(status).toBe(401)
      expect(body.message).toBe('Invalid login credentials.')
    }
    const { rows } = await sql<{ reason: string }>`
      select reason from login_attempts where status = 'fail' order by login_attempt_id desc limit 3`.execute(
      server.db,
    )
    expect(rows.map(({ reason }) => reason)).toEqual(['deactivated', 'unknown_name', 'wrong_password'])
  })

  test('is blocked after ten failures of a name, even with the right password', async () => {
    const { username } = await newUser()
    for (let attempt = 0; attempt < 10; attempt++) await signIn(username, 'Wrong#2026')
    const response = await signIn(username, PASSWORD)
    expect(response.status).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(600)
  })

  test('reports the correct end of the block, however old the first failures are', async () => {
    const { username } = await newUser()
    const failed = (minutesAgo: number, times: number, address: string) =>
      sql`insert into login_attempts (username, address, status, reason, way, attempted_at)
        select ${username}, ${address}, 'fail', 'wrong_password', 'password', now() - make_interval(mins => ${minutesAgo})
        from generate_series(1, ${times}::int)`.execute(server.db)
    await failed(14, 25, '203.0.113.31')
    await failed(5, 50, '203.0.113.32')
    const seconds = Number((await signIn(username, PASSWORD)).headers['retry-after'])
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
    await sql`update login_attempts set attempted_at = attempted_at - interval '10 minutes 1 second'
      where username = ${username}`.execute(server.db)
    expect((await signIn(username, PASSWORD)).status).toBe(200)
  })

  test('ends everywhere at once when the user is deactivated or the password changes', async () => {
    const { user_id, username } = await newUser()
    const { body } = await signIn(username, PASSWORD)
    const admin = server.as('administrator')
    await admin.call('PATCH', `/users/${user_id}`, {
      password: 'Other#Quay26',
      confirm_password: 'Other#Quay26',
    })
    expect((await whoAmI(body.token)).status).toBe(403)
    const again = await signIn(username, 'Other#Quay26')
    await admin.call('PATCH', `/users/${user_id}`, { status: 0 })
    expect((await whoAmI(again.body.token)).status).toBe(403)
  })

  test('ends with the sign-out; an invented token has no user', async () => {
    const { username } = await newUser()
    const { body } = await signIn(username, PASSWORD)
    const headers = { authorization: `Bearer ${body.token}` }
    await server.as(null).call('GET', '/authenticate/logout', undefined, headers)
    expect((await whoAmI(body.token)).status).toBe(403)
    expect((await whoAmI('x'.repeat(43))).status).toBe(403)
    expect((await server.as(null).call('GET', '/authenticate/login')).status).toBe(400)
  })
})

describe('an account', () => {
  test('of an account limited to a device sees that device with its records, and nothing else', async () => {
    const { username, user_id } = await newUser()
    const { body } = await signIn(username, PASSWORD)
    const headers = { authorization: `Bearer ${body.token}` }
    const mine = (path: string) => server.as(null).call('GET', path, undefined, headers)
    const make = async () => {
      const { devices } = await import('#core/domains/devices/devices.ts')
      return (
        await server
          .as('administrator')
          .call('POST', '/devices', await exampleOf(server, devices, COMPANY.customer))
      ).body.device
    }
    const [one, other] = [await make(), await make()]
    await sql`update accounts set limit_devices = array[${one.device_id}]::int8[] where user_id = ${user_id}`.execute(
      server.db,
    )
    await expect.poll(async () => (await mine(`/devices/${other.device_id}`)).status).toBe(404)
    expect((await mine(`/devices/${one.device_id}`)).status).toBe(200)
    expect(
      (await mine('/devices?page_size=1000')).body.devices.map((row: { device_id: number }) => row.device_id),
    ).toEqual([one.device_id])
    expect((await mine(`/devices/${other.device_id}/battery_graph`)).status).toBe(404)
    expect((await mine('/devices/gps_coords')).body.gps_coords.length).toBeLessThanOrEqual(1)
  })
})
