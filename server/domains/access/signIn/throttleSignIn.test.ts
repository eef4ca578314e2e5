import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn } from '../testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
function statuses(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const failuresOf = async (username: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from login_attempts
    where lower(username) = lower(${username}) and status = 'fail'`.execute(server.db)
  return rows[0]!.count
}
async function failed(username: string, times: number, address: (n: number) => string): Promise<void> {
  for (let n = 0; n < times; n++)
    await sql`insert into login_attempts (username, address, status, reason, way)
      values (${username}, ${address(n)}, 'fail', 'wrong_password', 'password')`.execute(server.db)
}

describe('concurrent guesses', () => {
  test('are verified ten times for one name', async () => {
    const { username } = await newUser(server)
    const responses = await Promise.all(
      Array.from({ length: 150 }, (_, n) =>
        signIn(server, n % 2 ? username : username.toUpperCase(), `Wrong#${n}`, from('203.0.113.1')),
      ),
    )
    expect(statuses(responses)).toEqual({ 401: 10, 429: 140 })
    expect(await failuresOf(username)).toBe(10)
    const { rows } = await sql`select from sign_in_reservations`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('are verified fifty times for one name from many addresses', async () => {
    const { username } = await newUser(server)
    const responses = await Promise.all(
      Array.from({ length: 90 }, (_, n) => signIn(server, username, `Wrong#${n}`, from(`198.51.100.${n}`))),
    )
    expect(statuses(responses)).toEqual({ 401: 50, 429: 40 })
  })

  test('are verified fifty times for many names from one address', async () => {
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        signIn(server, `nobody${n}@x.example`, 'Wrong#1', from('203.0.113.2')),
      ),
    )
    expect(statuses(responses)).toEqual({ 401: 50, 429: 30 })
  })

  test('are verified ten times for one badge, which is refused with the usual message', async () => {
    const knocks = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        server.as(null).call('POST', '/authenticate/rfid', { rfid: 'FEDCBA9876' }, from(`192.0.2.${n}`)),
      ),
    )
    expect(statuses(knocks)).toEqual({ 401: 10, 429: 30 })
    expect(knocks.find(({ status }) => status === 401)?.body.message).toBe('Invalid login credentials.')
  })
})

describe('strangers', () => {
  test('do not lock out a user who has signed in from the same address', async () => {
    const { username } = await newUser(server)
    expect((await signIn(server, username, PASSWORD, from('192.0.2.77'))).status).toBe(200)
    await failed(username, 200, (n) => `198.51.100.${n % 250}`)
    expect((await signIn(server, username, PASSWORD, from('198.51.100.251'))).status).toBe(429)
    expect((await signIn(server, username, PASSWORD, from('192.0.2.77'))).status).toBe(200)
  })

  test('nor, after ten guesses, a user who never signed in anywhere', async () => {
    const { username } = await newUser(server)
    await failed(username, 10, () => '198.51.100.9')
    expect((await signIn(server, username, PASSWORD, from('198.51.100.9'))).status).toBe(429)
    expect((await signIn(server, username, PASSWORD, from('192.0.2.78'))).status).toBe(200)
  })

  test('nor through other names at the same address', async () => {
    const { username } = await newUser(server)
    expect((await signIn(server, username, PASSWORD, from('192.0.2.79'))).status).toBe(200)
    await failed('nobody@x.example', 60, () => '192.0.2.79')
    expect((await signIn(server, username, PASSWORD, from('192.0.2.79'))).status).toBe(200)
    expect((await signIn(server, 'other@x.example', PASSWORD, from('192.0.2.79'))).status).toBe(429)
  })

  test('and a known user is blocked after ten wrong guesses of their own', async () => {
    const { username } = await newUser(server)
    expect((await signIn(server, username, PASSWORD, from('192.0.2.80'))).status).toBe(200)
    await failed(username, 10, () => '192.0.2.80')
    const stopped = await signIn(server, username, PASSWORD, from('192.0.2.80'))
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(600)
  })
})

test('a server that stopped during a verification locks no one out for longer than a minute', async () => {
  const { username } = await newUser(server)
  await sql`insert into sign_in_reservations (name, address, reserved_at)
    select lower(${username}), '192.0.2.81', now() - interval '61 seconds' from generate_series(1, 60)`.execute(
    server.db,
  )
  expect((await signIn(server, username, PASSWORD, from('192.0.2.81'))).status).toBe(200)
})
