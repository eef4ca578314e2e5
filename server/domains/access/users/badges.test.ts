import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const knock = (kind: string, value: string, headers: Record<string, string> = {}) =>
  server
    .as(null)
    .call('POST', `/authenticate/${kind}`, kind === 'qr' ? { qr_code: value } : { rfid: value }, headers)
const newRfid = () => randomBytes(5).toString('hex')
const from = (address: string) => ({ 'x-forwarded-for': address })

/** A user with a badge or a code of that kind. */
async function withBadge(kind: string, more: object = {}) {
  const user = await newUser(server, more)
  const rfid = newRfid()
  const path = `/users/${user.user_id}/${kind}`
  const { status, body } = await admin('POST', path, kind === 'qr' ? {} : { rfid })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...user, path, value: (body.qr_code ?? rfid) as string }
}

async function lastReason(): Promise<unknown> {
  const { rows } = await sql<{ reason: string; way: string; username: string }>`
    select reason, way, username from login_attempts order by login_attempt_id desc limit 1`.execute(
    server.db,
  )
  return rows[0]
}

describe.each(['rfid', 'qr'])('a sign-in by %s', (kind) => {
  test('responds like a sign-in by password, and is recorded as an attempt', async () => {
    const { value, username } = await withBadge(kind)
    const { status, body } = await knock(kind, ` ${value.toLowerCase()} `)
    expect([status, body.user.username]).toEqual([200, username])
    expect((await withToken(server, body.token)('GET', '/users/current')).status).toBe(200)
    expect(await lastReason()).toEqual({ reason: null, way: kind, username })
    const { rows } = await sql<{ way: string }>`
      select way from sessions order by session_id desc limit 1`.execute(server.db)
    expect(rows[0]?.way).toBe(kind)
  })

  test('ends when the badge is revoked, as do the sessions that it opened, and no others', async () => {
    const { value, path, username } = await withBadge(kind)
    const opened = await knock(kind, value)
    const other = await signIn(server, username)
    expect((await admin('DELETE', path)).status).toBe(200)
    expect((await admin('DELETE', path)).status).toBe(404)
    expect((await knock(kind, value)).status).toBe(401)
    expect((await withToken(server, opened.body.token)('GET', '/users/current')).status).toBe(403)
    expect((await withToken(server, other.body.token)('GET', '/users/current')).status).toBe(200)
  })

  test('is refused in the same way for an altered value, a value of the other kind and a deactivated user', async () => {
    const { value, user_id, username } = await withBadge(kind)
    const altered = await knock(kind, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`)
    expect(await lastReason()).toMatchObject({ reason: 'unknown_badge', way: kind })
    const crossed = await knock(kind === 'qr' ? 'rfid' : 'qr', value)
    await admin('DELETE', `/users/${user_id}`)
    const gone = await knock(kind, value)
    expect(await lastReason()).toEqual({ reason: 'deactivated', way: kind, username })
    for (const { status, body } of [altered, crossed, gone]) {
      expect([status, body.message]).toEqual([401, 'Invalid login credentials.'])
    }
  })

  test('signs in its owner, and a new one replaces it', async () => {
    const [one, two] = [await withBadge(kind), await withBadge(kind)]
    expect((await knock(kind, two.value)).body.user.username).toBe(two.username)
    const rfid = newRfid()
    const { body } = await admin('POST', one.path, kind === 'qr' ? {} : { rfid })
    expect((await knock(kind, one.value)).status).toBe(401)
    expect((await knock(kind, body.qr_code ?? rfid)).body.user.username).toBe(one.username)
  })

  test('is blocked after ten failures of a value, and after fifty of an address', async () => {
    const address = kind === 'qr' ? '198.51.100.7' : '198.51.100.8'
    const same = newRfid()
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await knock(kind, same, from(`203.0.113.${attempt}`))).status).toBe(401)
    expect((await knock(kind, same, from('203.0.113.99'))).status).toBe(429)
    for (let attempt = 0; attempt < 50; attempt++) await knock(kind, newRfid(), from(address))
    const { value } = await withBadge(kind)
    expect((await knock(kind, value, from(address))).status).toBe(429)
    expect((await knock(kind, value, from('198.51.100.20'))).status).toBe(200)
  })

  test('requires the second factor of users who have one', async () => {
    const { value, username } = await withBadge(kind)
    const me = withToken(server, (await signIn(server, username)).body.token)
    const { body } = await me('POST', '/me/second_factor/totp', { current_password: PASSWORD })
    const { Secret } = await import('otpauth')
    const code = new TOTP({ secret: Secret.fromBase32(body.totp.secret) }).generate()
    expect((await me('POST', '/me/second_factor/totp/confirm', { code })).status).toBe(200)
    const response = await knock(kind, value)
    expect(response.body).not.toHaveProperty('token')
    expect(response.body.second_factor.methods).toEqual(['totp', 'recovery'])
  })

  test('is stored everywhere as a keyed hash only', async () => {
    const { value } = await withBadge(kind)
    await knock(kind, value)
    const { rows } = await sql<{ text: string }>`
      select encode(value_hash, 'escape') as text from badges
      union all select username from login_attempts
      union all select changes::text from audit_entries`.execute(server.db)
    expect(rows.some(({ text }) => text.toLowerCase().includes(value.toLowerCase()))).toBe(false)
    const { rows: plain } = await sql`
      select from badges where value_hash = sha256(convert_to(upper(${value}), 'UTF8'))`.execute(server.db)
    expect(plain).toEqual([])
  })
})

describe('issuing', () => {
  test('the badge of another user is refused and stays with its owner, and guessing numbers is blocked', async () => {
    const { value, username } = await withBadge('rfid')
    const other = await newUser(server)
    const manager = await newUser(server)
    const taken = await admin('POST', `/users/${other.user_id}/rfid`, { rfid: value })
    expect(taken).toMatchObject({ status: 422, body: { errors: [{ field: 'rfid' }] } })
    expect((await knock('rfid', value)).body.user.username).toBe(username)
    const me = withToken(server, (await signIn(server, manager.username)).body.token)
    const responses = []
    for (let attempt = 0; attempt < 11; attempt++)
      responses.push(
        (await me('POST', `/users/${manager.user_id}/rfid`, { rfid: value, current_password: PASSWORD }))
          .status,
      )
    expect(responses).toEqual([...Array(10).fill(422), 429])
  })

  test.each(['', '123', 'x'.repeat(65), 'not a badge!'])('%j is not a badge', async (rfid) => {
    const { user_id } = await newUser(server)
    const { status, body } = await admin('POST', `/users/${user_id}/rfid`, { rfid })
    expect([status, body.errors[0].field]).toEqual([422, 'rfid'])
    expect((await admin('GET', `/users/${user_id}/badges`)).body.badges).toEqual({ rfid: null, qr: null })
  })

  test('shows its date, never its value, and is audited', async () => {
    const { user_id } = await withBadge('qr')
    const { body } = await admin('GET', `/users/${user_id}/badges`)
    expect(body.badges).toEqual({ rfid: null, qr: { issued_at: expect.any(String) } })
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where resource = 'users' and record_id = ${user_id}
      and action like '%issued'`.execute(server.db)
    expect(rows[0]?.action).toBe('qr_issued')
  })

  test('is refused to a customer for a user of another company or of the business', async () => {
    const { username } = await newUser(server)
    const me = withToken(server, (await signIn(server, username)).body.token)
    const { body } = await admin('GET', '/users/current')
    expect((await me('POST', `/users/${body.user.user_id}/qr`, {})).status).toBe(404)
    expect((await me('DELETE', `/users/${body.user.user_id}/qr`)).status).toBe(404)
    expect((await me('GET', `/users/${body.user.user_id}/badges`)).status).toBe(404)
  })
})
