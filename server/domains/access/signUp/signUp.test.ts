// Deliberately long: it follows a sign-up from the request to its approval.
import { type KyselyPlugin, type RawNode, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { codeTo, mailsTo } from '../testing/outbox.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'
import { requestSignUp } from './signUp.ts'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())
beforeEach(() => sql`delete from access_requests`.execute(server.db))

const call = (method: string, path: string, body?: object, headers = {}) =>
  server.as(null).call(method, path, body, headers)
const confirm = (code: string) => call('POST', '/authenticate/confirm_email', { code })
const staff = (type: 'administrator' | 'employee' = 'administrator') => server.as(type)

function request(more: object = {}) {
  count += 1
  return {
    company: `Newcomer ${count}`,
    first_name: 'Nina',
    last_name: 'Newcomer',
    username: `newcomer${count}@ullage.example`,
    phone_number: '+13135550123',
    password: PASSWORD,
    confirm_password: PASSWORD,
    ...more,
  }
}
const ask = (body: object, headers = {}) => call('POST', '/authenticate/sign_up', body, headers)

async function requested(more: object = {}) {
  const who = request(more)
  const response = await ask(who)
  expect(response.status, response.raw).toBe(200)
  return { ...who, code: await codeTo(server, who.username) }
}
async function confirmed(more: object = {}) {
  const who = await requested(more)
  expect((await confirm(who.code)).status).toBe(200)
  return { ...who, ...(await rowOf(who.username)) }
}
async function rowOf(
  username: string,
): Promise<{ sign_up_id: number; user_id: number; company_id: number; state: string }> {
  const { rows } = await sql<any>`select sign_up_id, user_id, company_id, state from sign_ups
    where username = ${username} order by sign_up_id desc`.execute(server.db)
  return rows[0]
}

describe('signing up', () => {
  test('waits for the e-mail and then for staff; after approval the user signs in to their own company', async () => {
    const who = await requested()
    expect((await signIn(server, who.username)).status).toBe(401)
    const read = await call('GET', `/authenticate/confirm_email/${who.code}`)
    expect(read.body.sign_up).toEqual({
      company: who.company,
      first_name: 'Nina',
      username: who.username,
    })
    expect((await confirm(who.code)).status).toBe(200)

    const waiting = await signIn(server, who.username)
    expect(waiting.status).toBe(401)
    expect(waiting.body).toMatchObject({ sign_up: 'waiting' })
    expect(waiting.body.message).toContain('is waiting for approval')
    const listed = await staff().call('GET', `/sign_ups?search=${who.username}`)
    expect(listed.body.sign_ups).toMatchObject([{ company: who.company, state: 'waiting' }])
    const { sign_up_id, company_id, user_id } = listed.body.sign_ups[0]
    const company = await staff().call('GET', `/customers/${company_id}`)
    expect(company.body.customer).toMatchObject({ company: who.company, status: 0 })

    const approved = await staff().call('POST', `/sign_ups/${sign_up_id}/approve`, {})
    expect(approved.status, approved.raw).toBe(200)
    expect(approved.body.sign_up).toMatchObject({ state: 'approved', company_id, user_id })
    const { body } = await signIn(server, who.username)
    expect(body.user).toMatchObject({ login_type_id: 'customer', company_id, company: who.company })
    const seen = await withToken(server, body.token)('GET', '/users')
    expect(seen.body.users.map((user: any) => user.username)).toEqual([who.username])
    const subjects = (await mailsTo(server, who.username)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Confirm your e-mail address', 'You can sign in now'])
    const emails = await staff().call('GET', `/people/${body.user.people_id}/emails`)
    expect(emails.body.entity_emails).toMatchObject([{ email_address: who.username, prime: 1 }])
  })

  test('can be approved into an existing company, with another login type; the new company is not activated', async () => {
    const who = await confirmed()
    const response = await staff().call('POST', `/sign_ups/${who.sign_up_id}/approve`, {
      company_id: COMPANY.customer,
      login_type_id: 'customer_readonly',
    })
    expect(response.status, response.raw).toBe(200)
    const { body } = await signIn(server, who.username)
    expect(body.user).toMatchObject({ login_type_id: 'customer_readonly', company_id: COMPANY.customer })
    expect(body.user.accounts).toHaveLength(1)
    const person = await staff().call('GET', `/people/${body.user.people_id}`)
    expect(person.body.person.company_id).toBe(COMPANY.customer)
    const own = await staff().call('GET', `/customers/${who.company_id}`)
    expect(own.body.customer.status).toBe(0)
  })

  test('is rejected with a reason by mail, in the language of the sign-up', async () => {
    const who = await confirmed({ language: 'es' })
    const path = `/sign_ups/${who.sign_up_id}`
    expect((await staff().call('POST', `${path}/refuse`, { reason: ' ' })).status).toBe(422)
    const reason = 'No <b>servimos</b> su región.'
    const refused = await staff().call('POST', `${path}/refuse`, { reason })
    expect(refused.body.sign_up).toMatchObject({ state: 'refused', reason })
    const mail = (await mailsTo(server, who.username)).at(-1)
    expect(mail.subject).toBe('Su solicitud no fue aprobada')
    expect(mail.text).toContain(reason)
    const { rows } = await sql<{
      html: string
    }>`select html from mails where mail_id = ${mail.mail_id}`.execute(server.db)
    expect(rows[0]!.html).toContain('lang="es"')
    expect(rows[0]!.html).toContain('&lt;b&gt;servimos')
    const knock = await signIn(server, who.username)
    expect(knock.body).not.toHaveProperty('sign_up')
    expect(knock.body.message).toBe('Invalid login credentials.')
    expect((await staff().call('POST', `${path}/refuse`, { reason })).status).toBe(409)
    expect((await staff().call('POST', `${path}/approve`, {})).status).toBe(200)
    expect((await signIn(server, who.username)).status).toBe(200)
    expect((await staff().call('POST', `${path}/approve`, {})).status).toBe(409)
  })

  test('does not reveal a waiting user before the password is right', async () => {
    const who = await confirmed()
    const refused = await signIn(server, who.username, 'Wrong#2026')
    const nobody = await signIn(server, 'nobody.at.all@ullage.example', 'Wrong#2026')
    expect({ ...refused.body, request_id: '' }).toEqual({ ...nobody.body, request_id: '' })
    await signIn(server, who.username)
    const { rows } = await sql<{ reason: string }>`select reason from login_attempts
      where username = ${who.username} order by login_attempt_id desc`.execute(server.db)
    expect(rows.map(({ reason }) => reason)).toEqual(['not_approved', 'wrong_password'])
  })
})

describe('input at sign-up', () => {
  test('is validated field by field and changes nothing when it is invalid', async () => {
    const refused = await ask({
      company: '',
      first_name: 'N'.repeat(36),
      username: 'no.address.at.all',
      phone_number: '12',
      password: 'short',
    })
    expect(refused.status).toBe(422)
    const fields = refused.body.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(expect.arrayContaining(['company', 'first_name', 'last_name', 'username']))
    expect((await ask(request({ username: 'noaddress' }))).body.errors[0]).toMatchObject({
      field: 'username',
      rule: 'email',
    })
    const differs = await ask(request({ confirm_password: 'Other#Quay26' }))
    expect(differs.body.errors[0]).toMatchObject({ field: 'confirm_password' })
    const weak = await ask(request({ password: 'alllowercase', confirm_password: 'alllowercase' }))
    expect(weak.body.errors[0]).toMatchObject({ field: 'password', rule: 'password_classes' })
    const { rows } = await sql`select from sign_ups where username like 'no%address%'`.execute(server.db)
    expect(rows).toHaveLength(0)
  })

  test('cannot set fields that the server sets', async () => {
    const more = { state: 'approved', user_id: 1, company_id: 1, login_type_id: 'administrator' }
    const refused = await ask(request(more))
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ field }: any) => field)).toEqual(Object.keys(more))
    const who = await requested()
    expect(await rowOf(who.username)).toMatchObject({ state: 'unconfirmed', user_id: null, company_id: null })
    await confirm(who.code)
    const { rows } = await sql<any>`select login_type_id, status, password from users
      where username = ${who.username}`.execute(server.db)
    expect(rows[0]).toMatchObject({ login_type_id: 'customer', status: 0 })
    expect(rows[0].password).not.toContain(PASSWORD)
  })

  test('is refused while sign-up is turned off', async () => {
    await staff().call('PATCH', '/settings', { sign_up: 0 })
    const response = await ask(request())
    await staff().call('PATCH', '/settings', { sign_up: 1 })
    expect(response.status).toBe(405)
    expect(response.body.message).toBe('Sign-up is closed at the moment.')
  })

  test('gives the same response, with the same statements, for a known address', async () => {
    const { username } = await newUser(server, { username: 'known.already@ullage.example' })
    const statements: string[] = []
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode') statements.push((node as RawNode).sqlFragments.join('?'))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const workFor = async (name: string) => {
      statements.length = 0
      const db = server.db.withPlugin(counting)
      const context = { actor: systemActor, db, now: new Date(), encryptor: server.encryptor }
      await requestSignUp(context, request({ username: name }), '203.0.113.6')
      return [...statements]
    }
    const known = await workFor(username)
    expect(known.length).toBeGreaterThan(3)
    expect(await workFor('unknown.yet@ullage.example')).toEqual(known)
    const responses = [
      await ask(request({ username: username.toUpperCase() })),
      await ask(request({ username: 'unknown.too@ullage.example' })),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses[0]!.body.message).toBe(responses[1]!.body.message)
    const subjects = (await mailsTo(server, username)).map(({ subject }) => subject)
    expect(subjects).toEqual(['You already have an account'])
    expect((await signIn(server, username)).status).toBe(200)
  })

  test('sends at most five mails an hour to an address, thirty for one client', async () => {
    const username = 'often.requested@ullage.example'
    for (let n = 0; n < 5; n += 1) expect((await ask(request({ username }))).status).toBe(200)
    const sixth = await ask(request({ username: username.toUpperCase() }))
    expect(sixth.status).toBe(429)
    expect(sixth.headers['retry-after']).toBeDefined()
  })
})

describe('the link that confirms an address', () => {
  test('works once, even for two concurrent calls', async () => {
    const { code } = await requested()
    const responses = await Promise.all([confirm(code), confirm(code)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await confirm(code)).status).toBe(404)
    expect((await call('GET', `/authenticate/confirm_email/${code}`)).status).toBe(404)
  })

  test('is invalid when altered or expired, and cannot set a new password', async () => {
    const { code, username } = await requested()
    const altered = `${code.slice(0, -2)}${code.endsWith('AA') ? 'BB' : 'AA'}`
    expect((await confirm(altered)).status).toBe(404)
    const reset = { code, password: PASSWORD, confirm_password: PASSWORD }
    expect((await call('POST', '/authenticate/reset_password', reset)).status).toBe(404)
    await sql`update access_codes set expires_at = now() - interval '1 second'`.execute(server.db)
    expect((await call('GET', `/authenticate/confirm_email/${code}`)).status).toBe(404)
    expect((await confirm(code)).status).toBe(404)
    expect(await rowOf(username)).toMatchObject({ state: 'unconfirmed', user_id: null })
  })

  test('lasts a day and is stored as a hash only; so is the password', async () => {
    const { code, username } = await requested()
    const { sign_up_id } = await rowOf(username)
    const { rows } = await sql<{ s: number; codes: string; sign_up: string }>`
      select extract(epoch from expires_at - now()) as s, c::text as codes, s::text as sign_up
      from access_codes c join sign_ups s using (sign_up_id) where sign_up_id = ${sign_up_id}`.execute(
      server.db,
    )
    expect(Number(rows[0]!.s)).toBeGreaterThan(86_300)
    expect(Number(rows[0]!.s)).toBeLessThanOrEqual(86_400)
    expect(rows[0]!.codes).not.toContain(code)
    expect(rows[0]!.sign_up).not.toContain(PASSWORD)
    const { raw } = await staff().call('GET', `/sign_ups/${sign_up_id}`)
    expect(raw).not.toContain('argon2')
  })

  test('confirms its own sign-up: of several for one address, the one confirmed first wins', async () => {
    const username = 'contested@ullage.example'
    const mine = await requested({ username, company: 'Mine', password: PASSWORD })
    const foreign = await requested({
      username,
      company: 'Foreign',
      password: 'Heron#Quay26x',
      confirm_password: 'Heron#Quay26x',
    })
    expect((await confirm(mine.code)).status).toBe(200)
    expect((await confirm(foreign.code)).status).toBe(404)
    expect((await signIn(server, username, 'Heron#Quay26x')).body).not.toHaveProperty('sign_up')
    expect((await signIn(server, username)).body).toMatchObject({ sign_up: 'waiting' })
  })
})

describe('deciding', () => {
  test('requires the right to create users, and hands out no higher right than the actor’s own', async () => {
    const who = await confirmed()
    const path = `/sign_ups/${who.sign_up_id}`
    expect((await staff('employee').call('GET', path)).status).toBe(200)
    expect((await staff('employee').call('POST', `${path}/approve`, {})).status).toBe(405)
    expect((await server.as('distributor').call('GET', path)).status).toBe(405)
    const higher = await server
      .as('customer_support')
      .call('POST', `${path}/approve`, { login_type_id: 'developer' })
    expect(higher.status).toBe(405)
    const refused = await staff().call('POST', `${path}/approve`, { company_id: 987654 })
    expect(refused.body.errors[0]).toMatchObject({ field: 'company_id' })
    expect((await staff().call('POST', '/sign_ups/987654/approve', {})).status).toBe(404)
    expect(await rowOf(who.username)).toMatchObject({ state: 'waiting' })
  })

  test('follows the e-mail: an unconfirmed address is not approved', async () => {
    const who = await requested()
    const { sign_up_id } = await rowOf(who.username)
    expect((await staff().call('POST', `/sign_ups/${sign_up_id}/approve`, {})).status).toBe(409)
    expect((await staff().call('POST', `/sign_ups/${sign_up_id}/refuse`, { reason: 'No' })).status).toBe(409)
  })
})
