// Deliberately long: one provider signs users in at one server.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '#server/app/testing/startOpenIdProvider.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

const PUBLIC_URL = 'http://localhost:3999'

let server: TestServer
let provider: TestOpenIdProvider
let count = 0
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL })
  provider = await startOpenIdProvider(`${PUBLIC_URL}/session/login`)
  await staff('PATCH', '/settings', { identity_providers_private: 1 })
})
afterAll(async () => {
  await provider.close()
  await server.close()
})
beforeEach(async () => {
  count += 1
  await sql`delete from identity_providers`.execute(server.db)
  await sql`delete from login_attempts where way = 'single_sign_on'`.execute(server.db)
})

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const customer = (method: string, path: string, body?: object) =>
  server.as('customer').call(method, path, body)
const domain = () => `prairie${count}.example`
const bodyOf = (more: object = {}) => ({
  name: 'Prairie ID',
  company_id: COMPANY.customer,
  issuer: provider.issuer,
  client_id: provider.client_id,
  client_secret: provider.client_secret,
  domains: [domain()],
  ...more,
})

async function setUp(more: object = {}, call: typeof staff = customer): Promise<number> {
  const { body, status, raw } = await call('POST', '/identity_providers', bodyOf(more))
  if (status !== 200) throw new Error(raw)
  return body.identity_provider.identity_provider_id
}
/** A person whom the provider knows by that name and e-mail address. */
function person(name: string, claims: object = {}): string {
  const email = `${name}@${domain()}`
  const asserted = { email, email_verified: true, given_name: 'Ana', family_name: 'Ortiz', ...claims }
  provider.people.set(email, asserted)
  return email
}
const userOf = (username: string, more: object = {}) => newUser(server, { username, ...more })

async function begin(email: string, more: object = {}): Promise<{ answer: Answer; cookie: string }> {
  const response = await server.as(null).call('POST', '/authenticate/single_sign_on', { email, ...more })
  const [cookie = ''] = String(response.headers['set-cookie'] ?? '').split(';')
  return { answer: response, cookie }
}
const finish = (returned: string, cookie: string) =>
  server.as(null).call('POST', '/authenticate/single_sign_on/finish', { returned }, { cookie })
/** All steps of a sign-in, from the sign-in page to the product. */
async function enter(email: string, name = email, more: object = {}): Promise<Answer> {
  const { answer, cookie } = await begin(email, more)
  if (answer.status !== 200) return answer
  return finish(await provider.signIn(answer.body.url, name), cookie)
}
const refusalOf = ({ status, body }: Answer) => [status, body.message]
const sessions = async () =>
  Number(
    (
      await sql<{ count: number }>`select count(*) from sessions where way = 'single_sign_on'`.execute(
        server.db,
      )
    ).rows[0]!.count,
  )

describe('a user of the company', () => {
  test('signs in, found by the e-mail address once and by the subject afterwards', async () => {
    await setUp()
    const email = person('ana')
    const { user_id } = await userOf(email)
    const first = await enter(email.toUpperCase(), email)
    expect(first.body).toMatchObject({ user: { user_id, username: email } })
    const { status } = await withToken(server, first.body.token)('GET', '/users/current')
    expect(status).toBe(200)

    provider.people.set(email, { email: `married@${domain()}`, email_verified: false })
    expect((await enter(email)).body.user.user_id).toBe(user_id)
    const { body } = await staff('GET', `/users/${user_id}/history`)
    const entries = body.audit_entries.map(({ action, changes }: any) => [
      action,
      changes.find(({ field }: any) => field === 'identity_provider')?.after,
    ])
    expect(entries.slice(0, 3)).toEqual([
      ['single_sign_on', 'Prairie ID'],
      ['single_sign_on', 'Prairie ID'],
      ['single_sign_on_linked', 'Prairie ID'],
    ])
    await server.settle()
    const { rows } = await sql<{
      subject: string
    }>`select subject from mails where receiver = ${email}`.execute(server.db)
    expect(rows.map(({ subject }) => subject)).toContain('You signed in by single sign-on for the first time')
  })

  test('needs no second factor here, because the provider is responsible for it', async () => {
    await setUp()
    const email = person('factor')
    await userOf(email)
    await staff('PATCH', '/settings', { second_factor_login_types: ['customer'] })
    const { body } = await enter(email)
    expect(body.user.must_enrol).toBe(false)
    await staff('PATCH', '/settings', { second_factor_login_types: [] })
  })

  test('an archived user is refused, with the reason', async () => {
    await setUp()
    const email = person('gone')
    const { user_id } = await userOf(email)
    await staff('DELETE', `/users/${user_id}`)
    const before = await sessions()
    expect(refusalOf(await enter(email))).toEqual([
      401,
      'Your account is deactivated. Ask your administrator.',
    ])
    expect(await sessions()).toBe(before)
  })

  test('is refused if the provider has not verified their address', async () => {
    await setUp()
    const email = person('unsure', { email_verified: false })
    await userOf(email)
    expect(refusalOf(await enter(email))).toEqual([
      401,
      'Your identity provider has not verified your e-mail address. Ask your administrator.',
    ])
    const { body } = await staff('GET', '/login_attempts?way=single_sign_on')
    expect(body.login_attempts[0]).toMatchObject({ username: email, reason: 'email_not_verified' })
  })

  test('keeps the account if their address is given to another person', async () => {
    await setUp()
    const email = person('shared')
    await userOf(email)
    expect((await enter(email)).status).toBe(200)
    provider.people.set('successor', { email, email_verified: true })
    expect((await enter(email, 'successor')).status).toBe(401)
  })
})

describe('the first sign-in of a new user', () => {
  const roles = { creates_accounts: 1, group_roles: [{ group: 'Yard', login_type_id: 'customer_readonly' }] }

  test('creates an account by the group, with no more rights than the user who saved the provider', async () => {
    await setUp(roles)
    const email = person('new', { groups: ['Everyone', 'Yard'] })
    const { body } = await enter(email)
    expect(body.user).toMatchObject({
      username: email,
      first_name: 'Ana',
      last_name: 'Ortiz',
      login_type_id: 'customer_readonly',
      company_id: COMPANY.customer,
    })
    const { body: history } = await staff('GET', `/users/${body.user.user_id}/history`)
    expect(history.audit_entries.map(({ action }: any) => action)).toContain('single_sign_on_created')
    expect((await signIn(server, email, '')).status).toBe(401)
    const { body: again } = await enter(email)
    expect(again.user.user_id).toBe(body.user.user_id)
  })

  test.each([
    ['without a group that fits', { groups: ['Everyone'] }],
    ['without groups', {}],
    ['with an address of another domain', { groups: ['Yard'], email: 'ana@elsewhere.example' }],
    ['with an unverified address', { groups: ['Yard'], email_verified: 'no' }],
  ])('%s creates nothing', async (_, claims) => {
    await setUp(roles)
    const email = person('nobody', claims)
    const before = await countUsers()
    expect((await enter(email)).status).toBe(401)
    expect(await countUsers()).toBe(before)
  })

  test('creates no account if the provider is not allowed to', async () => {
    await setUp({ ...roles, creates_accounts: 0 })
    expect(refusalOf(await enter(person('nobody', { groups: ['Yard'] })))).toEqual([
      401,
      'You have no account here for single sign-on. Ask your administrator for one.',
    ])
  })

  test('cannot hand out rights that the user who saves the provider lacks', async () => {
    const mapped = (login_type_id: string) => ({
      creates_accounts: 1,
      group_roles: [{ group: 'Yard', login_type_id }],
    })
    for (const type of ['administrator', 'distributor', 'dispatcher'])
      expect((await customer('POST', '/identity_providers', bodyOf(mapped(type)))).status, type).toBe(405)
    const id = await setUp(mapped('dispatcher'), staff)
    // A user with fewer rights cannot save it unchanged either.
    expect((await customer('PATCH', `/identity_providers/${id}`, { name: 'Renamed' })).status).toBe(405)
  })

  const countUsers = async () =>
    (await sql<{ count: number }>`select count(*) from users`.execute(server.db)).rows[0]!.count
})

describe('a change that takes the current password', () => {
  const TEN_MINUTES = 600_000
  const changes = [
    ['/me/calendar', {}],
    ['/me/api_keys', { name: 'ERP', reads: ['devices'], expires_at: '2999-01-01T00:00:00Z' }],
  ] as const

  test.each(changes)(
    '%s takes a sign-in at the provider of the last ten minutes instead',
    async (path, body) => {
      await setUp({ only_single_sign_on: 1 })
      const email = person('fresh')
      await userOf(email)
      const before = Date.now()
      const { token, user } = (await enter(email, email, { again: 1 })).body
      const until = Date.parse(user.confirmed_until)
      expect(until).toBeGreaterThan(before + TEN_MINUTES - 2000)
      expect(until).toBeLessThanOrEqual(Date.now() + TEN_MINUTES)
      const own = withToken(server, token)
      expect((await own('POST', path, body)).status).toBe(200)
      // The client sends the content of its empty password input.
      expect((await own('POST', path, { ...body, current_password: '' })).status).toBe(200)

      await sql`update sessions set authenticated_at = authenticated_at - interval '10 minutes'`.execute(
        server.db,
      )
      await server.forgetRights()
      const refused = await own('POST', path, body)
      expect(refused.body.errors).toMatchObject([{ field: 'current_password', rule: 'provider_required' }])
    },
  )

  test('does not accept a sign-in at a provider that does not state its time', async () => {
    await setUp()
    const email = person('silent')
    await userOf(email)
    const { token, user } = (await enter(email)).body
    expect(user.confirmed_until).toBe('1970-01-01T00:10:00.000Z')
    const refused = await withToken(server, token)('POST', '/me/calendar', {})
    expect(refused.body.errors).toMatchObject([{ rule: 'provider_required' }])
  })

  test('makes a user who is signed in at the provider identify themselves there again', async () => {
    await setUp()
    const { answer } = await begin(`ana@${domain()}`, { again: 1 })
    const { searchParams } = new URL(answer.body.url)
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
  })

  test('requires the password of users who sign in with one, however recently they did', async () => {
    const { username } = await userOf(person('word'))
    const { token, user } = (await signIn(server, username)).body
    expect(user.confirmed_until).toBeUndefined()
    const refused = await withToken(server, token)('POST', '/me/calendar', {})
    expect(refused.body.errors).toMatchObject([{ rule: 'password_required' }])
  })
})

describe('a return that does not match its start', () => {
  const OVER = 'This sign-in has expired or was already used. Start single sign-on again.'

  async function started(name: string) {
    const email = person(name)
    await setUp()
    await userOf(email)
    const { answer, cookie } = await begin(email)
    return { cookie, url: answer.body.url as string, returned: await provider.signIn(answer.body.url, email) }
  }

  test('is refused in another browser, and the cookie stays out of reach of scripts and other sites', async () => {
    const { returned } = await started('stolen')
    expect(refusalOf(await finish(returned, ''))).toEqual([401, OVER])
    const { cookie } = await begin(`attacker@${domain()}`)
    expect(refusalOf(await finish(returned, cookie))).toEqual([401, OVER])
    const { answer } = await begin(`attacker@${domain()}`)
    expect(answer.headers['set-cookie']).toMatch(
      /^single_sign_on=[\w-]{43}; Path=\/api\/authenticate\/single_sign_on; Max-Age=900; HttpOnly; SameSite=Strict$/,
    )
  })

  test('is refused with a forged state, and with another code', async () => {
    const { returned, cookie } = await started('forged')
    expect(refusalOf(await finish(returned.replace(/state=[^&]+/, 'state=forged'), cookie))).toEqual([
      401,
      OVER,
    ])
    // The attempt has ended the sign-in.
    expect(refusalOf(await finish(returned, cookie))).toEqual([401, OVER])
    const other = await begin(`forged@${domain()}`)
    const code = new URLSearchParams(returned).get('code')!
    const state = new URL(other.answer.body.url).searchParams.get('state')!
    const query = new URLSearchParams({ code, state, iss: provider.issuer })
    expect((await finish(`?${query}`, other.cookie)).status).toBe(401)
  })

  test('is refused a second time', async () => {
    const { returned, cookie } = await started('twice')
    expect((await finish(returned, cookie)).status).toBe(200)
    const before = await sessions()
    expect(refusalOf(await finish(returned, cookie))).toEqual([401, OVER])
    expect(await sessions()).toBe(before)
  })

  test('is refused when the time is over', async () => {
    const { returned, cookie } = await started('late')
    await sql`update sign_in_challenges set expires_at = now() - interval '1 second'`.execute(server.db)
    expect(refusalOf(await finish(returned, cookie))).toEqual([401, OVER])
  })

  test('reports an error of the provider, and stores it for administrators', async () => {
    const { url, cookie } = await started('error')
    const state = new URL(url).searchParams.get('state')!
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
    expect(refusalOf(await finish(`?${query}`, cookie))).toEqual([
      401,
      'Your identity provider did not sign you in. Try again, or ask your administrator.',
    ])
    const { body } = await customer('GET', '/identity_providers')
    const { identity_provider_id } = body.identity_providers[0]
    const read = await customer('GET', `/identity_providers/${identity_provider_id}`)
    expect(read.body.identity_provider.last_error).toContain('access_denied')
  })
})

describe('a company', () => {
  test('does not reach accounts of another provider by naming their domain', async () => {
    const email = person('theirs')
    await userOf(email, { company_id: COMPANY.stranger })
    const refused = await customer('POST', '/identity_providers', bodyOf())
    expect(refused.body.errors[0]).toMatchObject({ field: 'domains' })
    expect(refused.status).toBe(422)
    // Staff may name it; the account still belongs to the other company.
    await setUp({ creates_accounts: 1, group_roles: [{ group: 'Yard', login_type_id: 'customer' }] }, staff)
    provider.people.set(email, { email, email_verified: true, groups: ['Yard'] })
    expect((await enter(email)).status).toBe(401)
    expect(
      (await customer('POST', '/identity_providers', bodyOf({ company_id: COMPANY.stranger }))).status,
    ).toBe(404)
  })

  test('holds a domain alone, until its provider is archived', async () => {
    const id = await setUp()
    const other = bodyOf({ company_id: COMPANY.stranger, domains: [domain().toUpperCase()] })
    const refused = await staff('POST', '/identity_providers', other)
    expect(refused.body.errors[0].message).toBe(`${domain()} belongs to another identity provider`)
    await staff('DELETE', `/identity_providers/${id}`)
    expect((await staff('POST', '/identity_providers', other)).status).toBe(200)
    expect((await staff('PATCH', `/identity_providers/${id}`, { active: 1 })).status).toBe(422)
  })

  test('signs in users of companies below it, but no one with more rights or with an account outside', async () => {
    await setUp()
    const below = person('branch')
    await userOf(below, { company_id: COMPANY.branch })
    expect((await enter(below)).status).toBe(200)
    const higher = person('higher')
    await userOf(higher, { login_type_id: 'dispatcher' })
    expect((await enter(higher)).status).toBe(401)
    const outside = person('outside')
    const { user_id } = await userOf(outside)
    await sql`insert into accounts (user_id, company_id, login_type_id)
      values (${user_id}, ${COMPANY.stranger}, 'customer')`.execute(server.db)
    expect((await enter(outside)).status).toBe(401)
  })

  test('whose account is limited to devices cannot set up a provider', async () => {
    const { user_id } = await userOf(`limited@${domain()}`)
    const session = await signIn(server, `limited@${domain()}`)
    await sql`update accounts set limit_tags = '{1}' where user_id = ${user_id}`.execute(server.db)
    await server.forgetRights()
    const limited = withToken(server, session.body.token)
    expect((await limited('POST', '/identity_providers', bodyOf())).status).toBe(405)
  })

  test('is refused with that reason if its domain has no provider, also for unknown users', async () => {
    const text = 'No single sign-on is set up for this e-mail domain. Sign in with your password instead.'
    expect(refusalOf((await begin('customer@test.example')).answer)).toEqual([401, text])
    expect(refusalOf((await begin('nobody')).answer)).toEqual([401, text])
    await setUp()
    const known = await begin(`ana@${domain()}`)
    expect(known.answer.status).toBe(200)
    expect(new URL(known.answer.body.url).searchParams.get('code_challenge_method')).toBe('S256')
  })
})

describe('only by single sign-on', () => {
  const ONLY = 'Your company signs in by single sign-on. Choose “Continue with single sign-on”.'

  test('refuses passwords, right and wrong and of unknown names alike; owners are exempt', async () => {
    await setUp({ only_single_sign_on: 1 })
    const email = person('only')
    await userOf(email)
    const owner = person('owner')
    await userOf(owner, { owner: 1 })
    expect(refusalOf(await signIn(server, email))).toEqual([401, ONLY])
    expect(refusalOf(await signIn(server, email, 'Wrong#1234'))).toEqual([401, ONLY])
    expect(refusalOf(await signIn(server, `nobody@${domain()}`))).toEqual([401, ONLY])
    expect(refusalOf(await signIn(server, owner, 'Wrong#1234'))).toEqual([401, ONLY])
    expect((await signIn(server, owner)).status).toBe(200)
    expect((await enter(email)).status).toBe(200)
    // A user whom the provider may not sign in keeps the password.
    const higher = person('above')
    await userOf(higher, { login_type_id: 'dispatcher' })
    expect((await signIn(server, higher)).status).toBe(200)
  })

  test('refuses badges and a new password; API keys keep working', async () => {
    const email = person('keys')
    const { user_id } = await userOf(email, { login_type_id: 'customer' })
    const own = withToken(server, (await signIn(server, email)).body.token)
    const { body: created, status } = await own('POST', '/me/api_keys', {
      name: 'ERP',
      reads: ['devices'],
      expires_at: '2999-01-01T00:00:00Z',
      current_password: PASSWORD,
    })
    expect(status).toBe(200)
    await staff('POST', `/users/${user_id}/rfid`, { rfid: `B4D6E0${count}AA` })
    await server.as(null).call('POST', '/authenticate/request_reset', { username: email })
    await server.settle()
    const code = await linkOf(email)
    await setUp({ only_single_sign_on: 1 })

    const badge = await server.as(null).call('POST', '/authenticate/rfid', { rfid: `B4D6E0${count}AA` })
    expect(refusalOf(badge)).toEqual([401, ONLY])
    const password = 'Harbour#71vQ'
    const chosen = { code, password, confirm_password: password }
    expect(refusalOf(await server.as(null).call('POST', '/authenticate/reset_password', chosen))).toEqual([
      409,
      ONLY,
    ])
    await server.as(null).call('POST', '/authenticate/request_reset', { username: email })
    await server.settle()
    const { rows } = await sql<{ subject: string; link_sealed: string }>`
      select subject, link_sealed from mails where receiver = ${email} order by mail_id desc limit 1`.execute(
      server.db,
    )
    expect(rows[0]!.subject).toBe('Sign in by single sign-on')
    expect((await withToken(server, created.secret)('GET', '/devices')).status).toBe(200)
  })

  async function linkOf(email: string): Promise<string> {
    const { rows } = await sql<{ link_sealed: string }>`
      select link_sealed from mails where receiver = ${email} and link_sealed is not null order by mail_id desc`.execute(
      server.db,
    )
    // Other mails to the user, such as about their new badge, may follow it.
    const links = rows.map(({ link_sealed }) => server.encryptor.decrypt(link_sealed, 'mails.link'))
    return links
      .find((link) => link.includes('/reset_password/'))!
      .split('/')
      .pop()!
  }
})

describe('the client secret', () => {
  test('is never returned, and stays when its mask is sent back', async () => {
    const id = await setUp()
    const raw = await Promise.all(
      [
        `/identity_providers/${id}`,
        '/identity_providers',
        '/identity_providers/export',
        `/identity_providers/${id}/history`,
        '/audit_entries',
      ].map(async (path) => (await staff('GET', path)).raw),
    )
    expect(raw.join()).not.toContain(provider.client_secret)
    const { body } = await customer('GET', `/identity_providers/${id}`)
    const { name, client_secret } = body.identity_provider
    expect(client_secret).toBe('••••')
    await customer('PATCH', `/identity_providers/${id}`, { name: `${name} 2`, client_secret })
    const email = person('mask')
    await userOf(email)
    expect((await enter(email)).status).toBe(200)
    await customer('PATCH', `/identity_providers/${id}`, { client_secret: 'Another-Secret' })
    expect((await enter(email)).status).toBe(401)
  })
})

describe('the address of a provider', () => {
  test('must be https and public, unless a setting allows others', async () => {
    await setUp()
    const email = person('inside')
    await userOf(email)
    await staff('PATCH', '/settings', { identity_providers_private: 0 })
    try {
      expect((await customer('POST', '/identity_providers', bodyOf())).body.errors[0].field).toBe('issuer')
      expect((await enter(email)).status).toBe(401)
      const inside = bodyOf({ issuer: 'https://127.0.0.1:1', domains: ['inside.example'] })
      expect((await customer('POST', '/identity_providers', inside)).status).toBe(200)
      expect((await enter('ana@inside.example')).status).toBe(401)
      const { rows } = await sql<{ last_error: string }>`
        select last_error from identity_providers where issuer like 'https:%'`.execute(server.db)
      expect(rows[0]!.last_error).toContain('private network')
    } finally {
      await staff('PATCH', '/settings', { identity_providers_private: 1 })
    }
  })
})
