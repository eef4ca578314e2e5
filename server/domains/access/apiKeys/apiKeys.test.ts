// Deliberately long: everything that a key can do, and everything that ends it, is tested on one server.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '#server/app/server.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, TEST_KEY, type TestServer } from '#server/app/testing/startTestServer.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { newToken } from '#server/platform/secrets.ts'
import { type NewUser, newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const BODY = { name: 'ERP', reads: ['devices'], writes: ['tags'], current_password: PASSWORD }

type Owner = NewUser & { call: ReturnType<typeof withToken> }
async function owner(more: object = {}): Promise<Owner> {
  const user = await newUser(server, more)
  const { body } = await signIn(server, user.username)
  return { ...user, call: withToken(server, body.token) }
}
async function keyOf({ call }: Owner, more: object = {}): Promise<{ id: number; secret: string }> {
  const { status, body, raw } = await call('POST', '/me/api_keys', {
    ...BODY,
    expires_at: inAnHour(),
    ...more,
  })
  if (status !== 200) throw new Error(raw)
  return { id: body.api_key.api_key_id, secret: body.secret }
}
/** A call by a key, without the header of the client. */
function byKey(secret: string, on: Pick<TestServer, 'app'> = server) {
  return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const {
      statusCode,
      headers: answered,
      body: raw,
    } = await on.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(body && { payload: body }),
    })
    return { status: statusCode, headers: answered, body: raw.startsWith('{') ? JSON.parse(raw) : raw }
  }
}

describe('an API key', () => {
  test('is returned once, stored as a hash, and works without the header of the client', async () => {
    const user = await owner()
    const { status, body } = await user.call('POST', '/me/api_keys', { ...BODY, expires_at: inAnHour() })
    expect(status).toBe(200)
    expect(body.secret).toMatch(/^ulg_[\w-]{43}$/)
    expect(body.api_key).toMatchObject({ name: 'ERP', status: 'active', key_start: body.secret.slice(0, 10) })
    const { rows } = await sql`select * from api_keys where user_id = ${user.user_id}`.execute(server.db)
    expect(JSON.stringify(rows)).not.toContain(body.secret.slice(12))
    expect((await byKey(body.secret)('GET', '/devices')).status).toBe(200)
    const { body: listed } = await user.call('GET', '/me/api_keys')
    expect(listed.api_keys).toMatchObject([{ name: 'ERP', last_used_from: '127.0.0.1' }])
    expect(JSON.stringify(listed)).not.toContain(body.secret)
  })

  test('requires the password, a scope, a future expiry and networks; each error is reported at its field', async () => {
    const user = await owner()
    const without = { ...BODY, current_password: undefined, expires_at: inAnHour() }
    expect((await user.call('POST', '/me/api_keys', without)).body.errors).toMatchObject([
      { field: 'current_password' },
    ])
    const invalid = {
      ...BODY,
      name: '',
      reads: [],
      writes: [],
      networks: ['10.0.0'],
      expires_at: '2020-01-01',
    }
    const { status, body } = await user.call('POST', '/me/api_keys', invalid)
    expect(status).toBe(422)
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['expires_at', 'name'])
    const rules = await user.call('POST', '/me/api_keys', { ...invalid, name: 'ERP', expires_at: inAnHour() })
    expect(rules.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'networks',
      'reads',
    ])
    const past = await user.call('POST', '/me/api_keys', { ...BODY, expires_at: '2020-01-01T00:00:00Z' })
    expect(past.body.errors).toMatchObject([{ field: 'expires_at', rule: 'future' }])
    const foreign = { ...BODY, expires_at: inAnHour(), reached_company_id: COMPANY.stranger }
    expect((await user.call('POST', '/me/api_keys', foreign)).status).toBe(404)
  })

  test('does what its scope and its account both allow', async () => {
    const user = await owner()
    const call = byKey((await keyOf(user)).secret)
    expect((await call('GET', '/devices')).status).toBe(200)
    expect((await call('GET', '/tags')).status).toBe(200)
    const tag = { tag: 'By key', company_id: COMPANY.customer }
    expect((await call('POST', '/tags', tag)).status).toBe(200)
    expect((await call('GET', '/people')).status).toBe(405)
    expect((await call('PATCH', '/devices/1', { label: 'x' })).status).toBe(405)
    // A customer has no work orders, with a key of any scope.
    const wide = byKey((await keyOf(user, { reads: ['work_orders'] })).secret)
    expect((await wide('GET', '/work_orders')).status).toBe(405)
  })

  test('reaches the company that it names and the companies below it', async () => {
    const user = await owner({ login_type_id: 'distributor', company_id: COMPANY.distributor })
    const reads = ['companies', 'tags']
    const narrow = byKey((await keyOf(user, { reads, reached_company_id: COMPANY.branch })).secret)
    const { body } = await narrow('GET', '/customers?page_size=100')
    expect(body.customers.map(({ company_id }: { company_id: number }) => company_id)).toEqual([
      COMPANY.branch,
    ])
    expect((await narrow('GET', `/companies/${COMPANY.customer}`)).status).toBe(404)
    const tag = { tag: 'Elsewhere', company_id: COMPANY.customer }
    expect((await narrow('POST', '/tags', tag)).status).toBe(404)
  })

  test('answers 401 with a challenge when it is wrong, expired or from another network', async () => {
    const user = await owner()
    const { id, secret } = await keyOf(user, { networks: ['203.0.113.0/24'] })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect((await byKey(secret)('GET', '/devices', undefined, from('203.0.113.7'))).status).toBe(200)
    const refused = [
      await byKey(secret)('GET', '/devices', undefined, from('198.51.100.7')),
      await byKey(`${secret}x`)('GET', '/devices', undefined, from('203.0.113.7')),
    ]
    await sql`update api_keys set expires_at = now() - interval '1 s' where api_key_id = ${id}`.execute(
      server.db,
    )
    await server.forgetRights()
    refused.push(await byKey(secret)('GET', '/devices', undefined, from('203.0.113.7')))
    for (const { status, headers } of refused) {
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toMatch(/^Bearer /)
    }
    // The client of the specification: no session is 403.
    expect((await server.as(null).call('GET', '/devices')).status).toBe(403)
    const alone = await server.app.inject({ method: 'GET', url: '/api/devices' })
    expect(alone.statusCode).toBe(400)
    // A key of another product is a wrong key; a session without the header of its client is malformed.
    const foreign = await byKey('sk_live_51H8xYz')('GET', '/devices')
    expect([foreign.status, foreign.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Bearer /),
    ])
    expect((await byKey(newToken())('GET', '/devices')).status).toBe(400)
  })

  test('works next to its successor until it is revoked', async () => {
    const user = await owner()
    const [old, next] = [await keyOf(user), await keyOf(user)]
    expect((await byKey(old.secret)('GET', '/devices')).status).toBe(200)
    expect((await byKey(next.secret)('GET', '/devices')).status).toBe(200)
    expect((await user.call('DELETE', `/me/api_keys/${old.id}`)).status).toBe(200)
    expect((await byKey(old.secret)('GET', '/devices')).status).toBe(401)
    expect((await byKey(next.secret)('GET', '/devices')).status).toBe(200)
    const { body } = await user.call('GET', `/api_keys/${old.id}/history`)
    expect(body.audit_entries[0]).toMatchObject({ action: 'revoke' })
  })

  test('ends at the next call when its account loses a right or is deactivated, on every server', async () => {
    const config = readConfig({ PORT: '0', MQTT_PORT: '0', DATABASE_POOL: '3', SEAL_KEY: TEST_KEY })
    const other = await startServer({
      config,
      connection: server.connection,
      log: openLog('silent'),
      buildVersion: 'test',
      withSchedule: false,
    })
    try {
      const user = await owner()
      const { secret } = await keyOf(user)
      const [here, there] = [byKey(secret), byKey(secret, other)]
      expect([(await here('GET', '/tags')).status, (await there('GET', '/tags')).status]).toEqual([200, 200])
      const rights = `/users/${user.user_id}/company/${COMPANY.customer}/permissions`
      await staff('PATCH', rights, { withdrawn: ['tags.read'] })
      expect((await here('GET', '/tags')).status).toBe(405)
      await expect.poll(async () => (await there('GET', '/tags')).status).toBe(405)
      expect((await there('GET', '/devices')).status).toBe(200)
      expect((await staff('DELETE', `/users/${user.user_id}`)).status).toBe(200)
      expect((await here('GET', '/devices')).status).toBe(401)
      await expect.poll(async () => (await there('GET', '/devices')).status).toBe(401)
      expect((await staff('PATCH', `/users/${user.user_id}`, { status: 1 })).body.user.status).toBe(1)
      expect((await here('GET', '/devices')).status).toBe(401)
      const { body } = await staff('GET', `/api_keys?user_id=${user.user_id}`)
      expect(body.api_keys).toMatchObject([{ status: 'revoked' }])
    } finally {
      await other.close()
    }
  })

  test('creates no keys and changes no sign-in, no rights and no settings, even with the password', async () => {
    const user = await owner({ login_type_id: 'administrator', company_id: COMPANY.own })
    const all = ['users', 'permissions', 'people', 'configuration', 'companies', 'devices'] as const
    const writes = all.filter((module) => module !== 'users' && module !== 'permissions')
    const { id, secret } = await keyOf(user, { reads: all, writes })
    const call = byKey(secret)
    const { rows } = await sql<{ people_id: number }>`
      select people_id from users where username = 'customer@test.example'`.execute(server.db)
    const person = rows[0]!.people_id
    const current_password = PASSWORD
    const email = { email_address: 'thief@test.example', email_type: 'work' }
    for (const [method, path, body] of [
      ['POST', '/me/api_keys', { ...BODY, expires_at: inAnHour() }],
      ['GET', '/me/api_keys', undefined],
      ['DELETE', `/me/api_keys/${id}`, undefined],
      ['POST', `/api_keys/${id}/revoke`, {}],
      [
        'PATCH',
        '/me/password',
        { current_password, password: 'Other#Quay26', confirm_password: 'Other#Quay26' },
      ],
      ['POST', '/me/second_factor/totp', { current_password }],
      ['POST', '/me/passkeys/options', { current_password }],
      ['POST', `/users/${user.user_id}/qr`, { current_password }],
      ['PATCH', `/users/${user.user_id}`, { username: 'another-name', current_password }],
      ['GET', `/authenticate/login_as/${user.user_id}`, undefined],
      ['POST', '/invitations', {}],
      ['PATCH', '/settings', { session_hours: 72 }],
      ['POST', '/me/emails', { ...email, current_password }],
      ['POST', `/people/${person}/emails`, email],
      ['POST', '/authenticate/logout', undefined],
    ] as const) {
      const { status } = await call(method, path, body)
      expect(status, `${method} ${path}`).toBeOneOf(path.includes('logout') ? [404, 405] : [405])
    }
    // The address has no user, so a guess counts for no sign-in.
    const { body } = await call('POST', '/people', {
      first_name: 'No',
      last_name: 'User',
      company_id: COMPANY.own,
    })
    expect((await call('POST', `/people/${body.person.people_id}/emails`, email)).status).toBe(200)
  })

  test('has a separate limit of calls, and reports the remaining calls', async () => {
    const user = await owner()
    const call = byKey((await keyOf(user, { calls_per_minute: 2 })).secret)
    const first = await call('GET', '/devices')
    expect(first.headers['ratelimit-policy']).toBe('"key";q=2;w=60')
    expect(first.headers.ratelimit).toBe('"key";r=1;t=30')
    await call('GET', '/devices')
    const third = await call('GET', '/devices')
    expect(third.status).toBe(429)
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    expect(third.headers['ratelimit-policy']).toBe('"key";q=2;w=60')
    expect(third.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/)
    expect((await user.call('GET', '/devices')).status).toBe(200)
  })

  test('is named in the history of its changes, to readers who may know its user', async () => {
    const user = await owner()
    const { id, secret } = await keyOf(user)
    const tag = { tag: 'Marked', company_id: COMPANY.customer }
    const { tag_id } = (await byKey(secret)('POST', '/tags', tag)).body.tag
    const { body } = await user.call('GET', `/tags/${tag_id}/history`)
    expect(body.audit_entries).toMatchObject([{ by: user.username, key_name: 'ERP', action: 'create' }])
    const log = await staff('GET', `/audit_entries?api_key_id=${id}`)
    expect(log.body.audit_entries).toMatchObject([{ resource: 'tags', record_id: tag_id }])
    const own = await owner({ login_type_id: 'administrator', company_id: COMPANY.own })
    const { secret: ofStaff } = await keyOf(own, { name: 'Back office' })
    await byKey(ofStaff)('PATCH', `/tags/${tag_id}`, { tag: 'Marked again' })
    expect((await user.call('GET', `/tags/${tag_id}/history`)).body.audit_entries[0].key_name).toBeNull()
    expect((await staff('GET', `/tags/${tag_id}/history`)).body.audit_entries[0].key_name).toBe('Back office')
  })

  test('is seen and revoked by administrators of the company, and by no one else', async () => {
    const user = await owner()
    const { id, secret } = await keyOf(user)
    const colleague = await owner({ login_type_id: 'csr' })
    expect((await colleague.call('DELETE', `/me/api_keys/${id}`)).status).toBe(404)
    expect((await colleague.call('POST', `/api_keys/${id}/revoke`, {})).status).toBe(405)
    expect((await server.as('stranger').call('GET', `/api_keys/${id}`)).status).toBe(404)
    expect((await server.as('stranger').call('POST', `/api_keys/${id}/revoke`, {})).status).toBe(404)
    const { body } = await server.as('customer').call('GET', `/api_keys?user_id=${user.user_id}`)
    expect(body.api_keys).toMatchObject([{ api_key_id: id, name: 'ERP' }])
    expect((await server.as('customer').call('POST', `/api_keys/${id}/revoke`, {})).status).toBe(200)
    expect((await byKey(secret)('GET', '/devices')).status).toBe(401)
  })
})
