import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { codeTo, mailsTo } from '../testing/outbox.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const anybody = (method: string, path: string, body?: object) => server.as(null).call(method, path, body)
const codeOf = (link: string) => new URL(link).pathname.split('/')[3] ?? ''

async function person(): Promise<number> {
  count += 1
  const { body } = await staff('POST', '/people', {
    company_id: COMPANY.customer,
    first_name: 'Ina',
    last_name: `Invited${count}`,
    user_time_zone: 'America/Detroit',
    language: 'es',
  })
  return body.person.people_id
}
async function invited(login_type_id = 'customer') {
  const people_id = await person()
  const { body } = await staff('POST', `/people/${people_id}/invite`, { login_type_id })
  return { people_id, link: body.invite.link as string, code: codeOf(body.invite.link) }
}
const form = (more: object = {}) => ({
  username: `invited${count}@ullage.example`,
  password: PASSWORD,
  confirm_password: PASSWORD,
  phone_number: '+13135550123',
  ...more,
})
const accept = (code: string, more?: object) => anybody('POST', `/authenticate/invite/${code}`, form(more))

describe('an invitation', () => {
  test('is mailed to the person in their language and makes them a user of the chosen login type', async () => {
    const people_id = await person()
    const receiver = `ina${count}@example.com`
    await sql`insert into entity_emails (object_ref, object_id, email_address, email_type, prime)
      values ('person', ${people_id}, ${receiver}, 'work', 1)`.execute(server.db)
    const phone = { phone_number: '+13135550177', phone_type: 'mobile', country_iso_2: 'US' }
    expect((await staff('POST', `/people/${people_id}/phones`, phone)).status).toBe(200)
    const { body } = await staff('POST', `/people/${people_id}/invite`, { login_type_id: 'driver' })
    expect(body.invite.receiver).toBe(receiver)
    const code = await codeTo(server, receiver)
    expect(code).toBe(codeOf(body.invite.link))
    expect((await mailsTo(server, receiver))[0].subject).toContain('Invita')
    const read = await anybody('GET', `/authenticate/invite/${code}`)
    expect(read.body.invite).toMatchObject({
      first_name: 'Ina',
      username: receiver,
      phone_number: '+13135550177',
    })
    const higher = await accept(code, { login_type_id: 'administrator', company_id: 1 })
    expect(higher.status).toBe(422)
    const created = await accept(code)
    expect(created.body.user).toMatchObject({
      people_id,
      login_type_id: 'driver',
      company_id: COMPANY.customer,
    })
    expect((await signIn(server, form().username)).status).toBe(200)
  })

  test('works once, even for two concurrent calls', async () => {
    const { code } = await invited()
    const responses = await Promise.all([accept(code), accept(code, { username: 'somebodyelse1' })])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await accept(code)).status).toBe(404)
    expect((await anybody('GET', `/authenticate/invite/${code}`)).status).toBe(404)
  })

  test('is invalid when altered, expired or replaced by a newer one, and is stored as a hash', async () => {
    const { people_id, code } = await invited()
    const { rows } = await sql<{ text: string; s: number }>`
      select access_codes::text as text, extract(epoch from expires_at - now()) as s
      from access_codes where people_id = ${people_id}`.execute(server.db)
    expect(rows[0]!.text).not.toContain(code)
    expect(Number(rows[0]!.s)).toBeGreaterThan(86_000)
    const altered = `${code.slice(0, -2)}${code.endsWith('AA') ? 'BB' : 'AA'}`
    expect((await accept(altered)).status).toBe(404)
    const again = await staff('POST', `/people/${people_id}/invite`, { login_type_id: 'customer' })
    expect((await accept(code)).status).toBe(404)
    await sql`update access_codes set expires_at = now() - interval '1 second'`.execute(server.db)
    expect((await accept(codeOf(again.body.invite.link))).status).toBe(404)
  })

  test('is not a code of another purpose, nor for another person', async () => {
    const one = await invited()
    const reset = { code: one.code, password: PASSWORD, confirm_password: PASSWORD }
    expect((await anybody('POST', '/authenticate/reset_password', reset)).status).toBe(404)
    expect((await accept(one.code, { people_id: 1, first_name: 'Eve' })).status).toBe(422)
    const created = await accept(one.code)
    expect(created.body.user).toMatchObject({ people_id: one.people_id, first_name: 'Ina' })
  })

  test('stays valid when the chosen name or password breaks a rule', async () => {
    const { code } = await invited()
    const taken = await newUser(server)
    for (const [wrong, field] of [
      [{ username: 'a b' }, 'username'],
      [{ username: taken.username }, 'username'],
      [{ password: 'weak', confirm_password: 'weak' }, 'password'],
      [{ confirm_password: 'Other#Quay26' }, 'confirm_password'],
    ] as const) {
      const response = await accept(code, wrong)
      expect(response.status).toBe(422)
      expect(response.body.errors[0].field).toBe(field)
    }
    expect((await accept(code)).status).toBe(200)
  })

  test('is refused for existing users, for people out of reach, and for a right that the inviter may not hand out', async () => {
    const { people_id, code } = await invited()
    await accept(code)
    const again = await staff('POST', `/people/${people_id}/invite`, { login_type_id: 'customer' })
    expect(again.status).toBe(409)
    const other = await person()
    const as = (type: 'customer' | 'stranger' | 'driver' | 'customer_support', login_type_id: string) =>
      server.as(type).call('POST', `/people/${other}/invite`, { login_type_id })
    expect((await as('stranger', 'customer')).status).toBe(404)
    expect((await as('driver', 'customer')).status).toBe(405)
    expect((await as('customer', 'administrator')).status).toBe(405)
    expect((await as('customer_support', 'developer')).status).toBe(405)
    expect((await as('customer', 'nonsense')).status).toBe(422)
    expect((await as('customer', 'customer')).status).toBe(200)
  })
})

describe('an invitation does not outlive the right of the inviter', () => {
  const by = async (login_type_id = 'customer') => {
    const inviter = await newUser(server, { login_type_id: 'customer' })
    const token = (await signIn(server, inviter.username)).body.token
    const people_id = await person()
    const { body } = await withToken(server, token)('POST', `/people/${people_id}/invite`, { login_type_id })
    return { inviter, code: codeOf(body.invite.link), path: `/users/${inviter.user_id}` }
  }

  test('it is invalid once the inviter is deactivated, loses the permission or has fewer rights', async () => {
    for (const lose of [
      (path: string) => staff('PATCH', path, { status: 0 }),
      (path: string) => staff('PATCH', path, { login_type_id: 'technician' }),
      (path: string) =>
        staff('PATCH', `${path}/company/${COMPANY.customer}/permissions`, { withdrawn: ['users.create'] }),
      (path: string) =>
        staff('PATCH', `${path}/company/${COMPANY.customer}/permissions`, { withdrawn: ['tags.delete'] }),
    ]) {
      const { code, path } = await by()
      expect((await anybody('GET', `/authenticate/invite/${code}`)).status).toBe(200)
      expect((await lose(path)).status).toBe(200)
      expect((await anybody('GET', `/authenticate/invite/${code}`)).status).toBe(404)
      expect((await accept(code)).status).toBe(404)
    }
  })

  test('it is valid again once the inviter has the right again', async () => {
    const { code, path } = await by()
    const rights = `${path}/company/${COMPANY.customer}/permissions`
    await staff('PATCH', rights, { withdrawn: ['users.create'] })
    expect((await accept(code)).status).toBe(404)
    await staff('PATCH', rights, { withdrawn: [] })
    expect((await accept(code)).status).toBe(200)
  })
})

test('the link is not stored: repeating the call creates a new one, and the earlier one expires', async () => {
  const people_id = await person()
  const invite = () =>
    server
      .as('administrator')
      .call(
        'POST',
        `/people/${people_id}/invite`,
        { login_type_id: 'customer' },
        { 'idempotency-key': 'invite-once' },
      )
  const [first, second] = [(await invite()).body.invite.link, (await invite()).body.invite.link]
  expect(second).not.toBe(first)
  expect((await anybody('GET', `/authenticate/invite/${codeOf(first)}`)).status).toBe(404)
  expect((await anybody('GET', `/authenticate/invite/${codeOf(second)}`)).status).toBe(200)
  const { rows } = await sql`select 1 from idempotency_keys where key = 'invite-once'`.execute(server.db)
  expect(rows).toEqual([])
})
