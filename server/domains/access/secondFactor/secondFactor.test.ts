import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  // The clock starts in the middle of a step, so that codes do not expire during a slow test.
  const step = 30_000
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / step) * step + step / 2 })
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

const current_password = PASSWORD
const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const second = (body: object, headers: Record<string, string> = {}) =>
  server.as(null).call('POST', '/authenticate/second_factor', body, headers)
/** Codes of later steps: a used one is invalid. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

async function signedIn(more: object = {}) {
  const user = await newUser(server, more)
  const { body } = await signIn(server, user.username)
  return { ...user, call: withToken(server, body.token) }
}

async function withApp(more: object = {}) {
  const user = await signedIn(more)
  const { body } = await user.call('POST', '/me/second_factor/totp', { current_password })
  const { secret } = body.totp
  const confirmed = await user.call('POST', '/me/second_factor/totp/confirm', { code: codeOf(secret, -1) })
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  return { ...user, secret: secret as string, codes: confirmed.body.recovery_codes as string[] }
}

async function challengeOf(username: string): Promise<string> {
  const { body } = await signIn(server, username)
  expect(body).not.toHaveProperty('token')
  return body.second_factor.challenge
}

describe('an authenticator app', () => {
  test('is required once one of its codes was entered', async () => {
    const user = await signedIn()
    const started = await user.call('POST', '/me/second_factor/totp', { current_password })
    expect(started.body.totp.uri).toMatch(/^otpauth:\/\/totp\/Ullage:.*secret=[A-Z2-7]{32}/)
    expect((await signIn(server, user.username)).body.token).toBeTruthy()
    const { secret } = started.body.totp
    const refused = await user.call('POST', '/me/second_factor/totp/confirm', { code: '000000' })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } })
    await user.call('POST', '/me/second_factor/totp/confirm', { code: codeOf(secret) })
    const { status, body } = await signIn(server, user.username)
    expect([status, body.second_factor.methods]).toEqual([200, ['totp', 'recovery']])
    const { rows } = await sql<{ sealed: string }>`
      select sealed from totp_secrets where user_id = ${user.user_id}`.execute(server.db)
    expect(rows[0]!.sealed).not.toContain(secret)
  })

  test('accepts each of its codes once', async () => {
    const { username, secret } = await withApp()
    const code = codeOf(secret)
    const first = await second({ challenge: await challengeOf(username), method: 'totp', code })
    expect(first.body.user.username).toBe(username)
    expect((await withToken(server, first.body.token)('GET', '/users/current')).status).toBe(200)
    const again = await second({ challenge: await challengeOf(username), method: 'totp', code })
    expect(again).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('already been used') },
    })
  })

  test('is not accepted twice for one challenge, nor from another address, nor after five wrong codes', async () => {
    const { username, secret } = await withApp()
    const challenge = await challengeOf(username)
    const elsewhere = await second(
      { challenge, method: 'totp', code: codeOf(secret) },
      { 'x-forwarded-for': '198.51.100.7' },
    )
    expect(elsewhere.status).toBe(401)
    const right = await second({ challenge, method: 'totp', code: codeOf(secret) })
    expect(right.status).toBe(200)
    expect((await second({ challenge, method: 'totp', code: codeOf(secret, 1) })).status).toBe(401)
    const tried = await challengeOf(username)
    const invalid = { challenge: tried, method: 'totp', code: '123' }
    await Promise.all(Array.from({ length: 5 }, () => second(invalid)))
    const late = await second({ challenge: tried, method: 'totp', code: codeOf(secret, 1) })
    expect(late.body.message).toContain('sign in again')
  })

  test('cannot be guessed: wrong codes count as refused sign-ins of the name', async () => {
    const { username, secret } = await withApp()
    for (let round = 0; round < 2; round++) {
      const challenge = await challengeOf(username)
      for (let code = 0; code < 5; code++) await second({ challenge, method: 'totp', code: '999' })
    }
    expect((await signIn(server, username)).status).toBe(429)
    const { body } = await staff('GET', `/login_attempts?search=${username}`)
    expect(body.page.total_records).toBe(10)
    expect(body.login_attempts[0].reason).toBe('wrong_code')
    expect(JSON.stringify(body)).not.toContain(secret)
  })

  test('one code sent twice at once signs in once', async () => {
    const { username, secret } = await withApp()
    const [one, two] = [await challengeOf(username), await challengeOf(username)]
    const code = codeOf(secret)
    const responses = await Promise.all(
      [one, two].map((challenge) => second({ challenge, method: 'totp', code })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('is removed with the password only, together with its codes', async () => {
    const { user_id, username, call } = await withApp()
    const path = '/me/second_factor/totp'
    expect((await call('DELETE', path, {})).body.errors[0].field).toBe('current_password')
    expect((await call('DELETE', path, { current_password: 'Wrong#2026' })).status).toBe(422)
    expect((await call('DELETE', path, { current_password })).status).toBe(200)
    expect((await signIn(server, username)).body.token).toBeTruthy()
    const { rows } = await sql`select from recovery_codes where user_id = ${user_id}`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('is set up with the password only', async () => {
    const user = await signedIn()
    for (const path of ['/me/second_factor/totp', '/me/passkeys/options'])
      expect((await user.call('POST', path, { current_password: 'Wrong#2026' })).status, path).toBe(422)
  })
})

describe('recovery codes', () => {
  test('are ten, shown once, accepted once each in any notation', async () => {
    const { username, codes, call } = await withApp()
    expect(new Set(codes).size).toBe(10)
    const written = codes[3]!.toLowerCase().replaceAll('-', ' ')
    const response = await second({
      challenge: await challengeOf(username),
      method: 'recovery',
      code: written,
    })
    expect(response.status).toBe(200)
    const again = await second({
      challenge: await challengeOf(username),
      method: 'recovery',
      code: codes[3]!,
    })
    expect(again.status).toBe(401)
    const { body } = await call('GET', '/me/second_factor')
    expect(body.second_factor.recovery_codes_left).toBe(9)
    expect(JSON.stringify(body)).not.toContain(codes[0]!)
  })

  test('are renewed completely, with the password; the earlier ones become invalid', async () => {
    const { username, codes, call } = await withApp()
    const path = '/me/second_factor/recovery_codes'
    expect((await call('POST', path, {})).status).toBe(422)
    const key = { 'idempotency-key': 'again' }
    const fresh = (await call('POST', path, { current_password }, key)).body.recovery_codes
    const old = await second({ challenge: await challengeOf(username), method: 'recovery', code: codes[0]! })
    expect(old.status).toBe(401)
    const now = await second({ challenge: await challengeOf(username), method: 'recovery', code: fresh[0] })
    expect(now.status).toBe(200)
    const { rows } = await sql<{ count: number }>`select count(*) as count from idempotency_keys`.execute(
      server.db,
    )
    expect(rows[0]?.count).toBe(0)
  })

  test('are not given to users without a second factor', async () => {
    const { call } = await signedIn()
    expect((await call('POST', '/me/second_factor/recovery_codes', { current_password })).status).toBe(409)
  })
})

describe('a passkey', () => {
  test('that is unknown signs in no one, and is recorded', async () => {
    const started = await server.as(null).call('POST', '/authenticate/passkey/options', {})
    expect(started.body.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const request = { challenge: started.body.challenge, response: { id: 'bm9ib2R5', type: 'public-key' } }
    expect((await server.as(null).call('POST', '/authenticate/passkey', request)).status).toBe(401)
    // The challenge is used up, whatever the result.
    const again = await server.as(null).call('POST', '/authenticate/passkey', request)
    expect(again.body.message).toContain('sign in again')
    const { body } = await staff('GET', '/login_attempts?way=passkey')
    expect(body.login_attempts[0].reason).toBe('unknown_passkey')
  })

  test('is not stored if it was created for no challenge, or for another user’s', async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const { body } = await mine.call('POST', '/me/passkeys/options', { current_password })
    const request = { challenge: body.challenge, response: { id: 'x' }, name: 'Phone' }
    expect((await other.call('POST', '/me/passkeys', request)).status).toBe(409)
    expect((await mine.call('POST', '/me/passkeys', request)).status).toBe(409)
    expect((await mine.call('DELETE', '/me/passkeys/1', { current_password })).status).toBe(404)
  })
})

describe('if a login type requires two factors', () => {
  beforeAll(async () => {
    await staff('PATCH', '/settings', { second_factor_login_types: ['technician'] })
  })
  afterAll(() => staff('PATCH', '/settings', { second_factor_login_types: null }))

  test('a user without one can only set one up', async () => {
    const { call } = await signedIn({ login_type_id: 'technician' })
    expect((await call('GET', '/users/current')).body.user.must_enrol).toBe(true)
    for (const path of ['/devices', '/me', '/live', '/me/active_sessions'])
      expect(await call('GET', path), path).toMatchObject({ status: 405, body: { must_enrol: true } })
    const { body } = await call('POST', '/me/second_factor/totp', { current_password })
    await call('POST', '/me/second_factor/totp/confirm', { code: codeOf(body.totp.secret) })
    expect((await call('GET', '/users/current')).body.user.must_enrol).toBe(false)
    expect((await call('GET', '/devices')).status).toBe(200)
    const last = await call('DELETE', '/me/second_factor/totp', { current_password })
    expect(last).toMatchObject({ status: 409, body: { message: expect.stringContaining('requires') } })
    expect((await call('GET', '/me/second_factor')).body.second_factor.totp_since).toBeTruthy()
  })

  test('others continue as before, and an unknown login type is refused', async () => {
    const { call } = await signedIn()
    expect((await call('GET', '/devices')).status).toBe(200)
    const refused = await staff('PATCH', '/settings', { second_factor_login_types: ['king'] })
    expect(refused.status).toBe(422)
  })
})

test('staff reset the second factor of a user who has lost it; their sessions end, and it is in the history', async () => {
  const { user_id, username, call } = await withApp()
  const path = `/users/${user_id}/second_factor`
  expect((await staff('GET', path)).body.second_factor.totp_since).toBeTruthy()
  for (const who of ['customer', 'distributor', 'stranger'] as const)
    expect((await server.as(who).call('DELETE', path)).status, who).toBe(405)
  expect((await staff('DELETE', path)).status).toBe(200)
  expect((await call('GET', '/users/current')).status).toBe(403)
  expect((await signIn(server, username)).body.token).toBeTruthy()
  const { body } = await staff('GET', `/users/${user_id}/history`)
  expect(body.audit_entries[0]).toMatchObject({
    action: 'second_factor_reset',
    by: 'administrator@test.example',
  })
})

describe('the user’s own password', () => {
  test('is changed with the current one; the other sessions end, this one continues', async () => {
    const mine = await signedIn()
    const { body } = await signIn(server, mine.username)
    const next = { password: 'Other#Quay26', confirm_password: 'Other#Quay26' }
    const refused = await mine.call('PATCH', '/me/password', { ...next, current_password: 'Wrong#2026' })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'current_password' }] } })
    const weak = { current_password, password: 'weak', confirm_password: 'weak' }
    expect((await mine.call('PATCH', '/me/password', weak)).body.errors[0].field).toBe('password')
    expect((await mine.call('PATCH', '/me/password', { ...next, current_password })).status).toBe(200)
    expect((await withToken(server, body.token)('GET', '/users/current')).status).toBe(403)
    expect((await mine.call('GET', '/users/current')).status).toBe(200)
    expect((await signIn(server, mine.username)).status).toBe(401)
    expect((await signIn(server, mine.username, 'Other#Quay26')).status).toBe(200)
  })

  test('cannot be guessed at an open screen', async () => {
    const { call } = await signedIn()
    const guess = {
      current_password: 'Wrong#2026',
      password: 'Other#Quay26',
      confirm_password: 'Other#Quay26',
    }
    for (let round = 0; round < 10; round++) await call('PATCH', '/me/password', guess)
    expect((await call('PATCH', '/me/password', guess)).status).toBe(429)
  })
})
