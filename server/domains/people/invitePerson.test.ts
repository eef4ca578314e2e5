import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { codeTo } from '#server/domains/access/testing/outbox.ts'
import { PASSWORD, signIn } from '#server/domains/access/testing/signInAs.ts'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Who = Parameters<TestServer['as']>[0]
const invite = (body: object, as: Who = 'administrator') => server.as(as).call('POST', '/invitations', body)
const invitee = (more: object = {}) => {
  count += 1
  return {
    first_name: 'Nora',
    last_name: `New${count}`,
    email_address: `nora${count}@new.example`,
    login_type_id: 'dispatcher',
    ...more,
  }
}
const fieldsOf = ({ body }: { body: any }) =>
  (body.errors ?? []).map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`)
const countOf = async () =>
  Number(
    (await sql<{ count: number }>`select count(*) as count from people`.execute(server.db)).rows[0]!.count,
  )
const waiting = async (people_id: number, as: Who = 'administrator') =>
  (await server.as(as).call('GET', `/people/${people_id}/invite`)).body.invite
const withdraw = (people_id: number, as: Who = 'administrator') =>
  server.as(as).call('DELETE', `/people/${people_id}/invite`)
const readLink = (code: string) => server.as(null).call('GET', `/authenticate/invite/${code}`)

test('a new person is created, gets a mail, and chooses their own password', async () => {
  const body = invitee()
  const response = await invite(body)
  expect(response.status, response.raw).toBe(200)
  const { people_id, receiver } = response.body.invite
  expect(receiver).toBe(body.email_address)
  const code = await codeTo(server, receiver)
  const accepted = await server.as(null).call('POST', `/authenticate/invite/${code}`, {
    ...{ username: receiver, password: PASSWORD, confirm_password: PASSWORD, phone_number: '+13135550123' },
  })
  expect(accepted.body.user).toMatchObject({
    people_id,
    login_type_id: 'dispatcher',
    company_id: COMPANY.own,
  })
  expect((await signIn(server, receiver)).status).toBe(200)
})

test('an invitee gets their company’s time zone and the inviter’s language; POST /people defaults to America/Detroit', async () => {
  await sql`insert into sites (company_id, name, time_zone) values
    (${COMPANY.customer}, 'A', 'America/Denver'), (${COMPANY.customer}, 'B', 'America/Denver'),
    (${COMPANY.customer}, 'C', 'America/Chicago')`.execute(server.db)
  await sql`update people set language = 'es' where first_name = 'administrator'`.execute(server.db)
  await server.forgetRights()
  const zones = async (more: object) => {
    const { people_id } = (await invite(invitee(more))).body.invite
    const { body } = await server.as('administrator').call('GET', `/people/${people_id}`)
    return [body.person.user_time_zone, body.person.language]
  }
  const { rows } = await sql<{ zone: string }>`select business_time_zone() as zone`.execute(server.db)
  expect(await zones({})).toEqual([rows[0]!.zone, 'es'])
  expect(await zones({ company_id: COMPANY.customer, login_type_id: 'customer' })).toEqual([
    'America/Denver',
    'es',
  ])
  const { body } = await server
    .as('administrator')
    .call('POST', '/people', { first_name: 'Plain', last_name: 'Person' })
  expect(body.person.user_time_zone).toBe('America/Detroit')
  const own = await server.as('customer').call('GET', '/users/current')
  expect(own.body.user.company_time_zone).toBe('America/Denver')
})

test('all errors are reported at once, each at its field, and no person is created', async () => {
  const before = await countOf()
  const response = await invite({ email_address: 'nobody', login_type_id: 'king', last_name: 'X'.repeat(36) })
  expect(response.status).toBe(422)
  expect(fieldsOf(response).sort()).toEqual([
    'email_address email',
    'first_name required',
    'last_name too_long',
    'login_type_id choice',
  ])
  expect(await countOf()).toBe(before)
})

test('an address in use is an error at its field, also for two concurrent invitations', async () => {
  const taken = invitee({ email_address: 'Dispatcher@test.example' })
  expect(fieldsOf(await invite(taken))).toEqual(['email_address email_in_use'])
  const body = invitee()
  const both = await Promise.all([
    invite(body),
    invite({ ...body, email_address: body.email_address.toUpperCase() }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const { rows } = await sql`select from people where last_name = ${body.last_name}`.execute(server.db)
  expect(rows).toHaveLength(1)
})

test('an address of a person out of reach is accepted if no one signs in with it', async () => {
  const { body } = await server.as('administrator').call('POST', '/people', {
    ...{
      first_name: 'Far',
      last_name: 'Away',
      company_id: COMPANY.stranger,
      email_address: 'far@away.example',
    },
  })
  expect(body.person.people_id).toBeGreaterThan(0)
  const mine = await invite(
    invitee({ email_address: 'far@away.example', login_type_id: 'customer' }),
    'distributor',
  )
  expect(mine.status, mine.raw).toBe(200)
})

test('no one grants more than their own rights, nor in a company out of reach', async () => {
  const before = await countOf()
  expect((await invite(invitee({ login_type_id: 'administrator' }), 'customer_support')).status).toBe(405)
  expect((await invite(invitee({ login_type_id: 'dispatcher' }), 'distributor')).status).toBe(405)
  expect((await invite(invitee(), 'driver')).status).toBe(405)
  expect((await invite(invitee(), null)).status).toBe(403)
  const far = await invite(
    invitee({ company_id: COMPANY.stranger, login_type_id: 'customer' }),
    'distributor',
  )
  expect([far.status, ...fieldsOf(far)]).toEqual([404, 'company_id not_found'])
  expect(await countOf()).toBe(before)
})

test('a user without people.create cannot invite new people', async () => {
  await sql`update accounts set withdrawn_permissions = '{people.create}' where login_type_id = 'customer'`.execute(
    server.db,
  )
  await server.forgetRights()
  expect((await invite(invitee({ login_type_id: 'customer' }), 'customer')).status).toBe(405)
  await sql`update accounts set withdrawn_permissions = '{}' where login_type_id = 'customer'`.execute(
    server.db,
  )
  await server.forgetRights()
})

test('a pending invitation can be seen, resent and withdrawn; an earlier link is invalid', async () => {
  const body = invitee()
  const { people_id } = (await invite(body)).body.invite
  const first = await codeTo(server, body.email_address)
  expect(await waiting(people_id)).toMatchObject({ login_type_id: 'dispatcher' })
  const again = await server
    .as('administrator')
    .call('POST', `/people/${people_id}/invite`, { login_type_id: 'dispatcher' })
  expect(again.body.invite.receiver).toBe(body.email_address)
  expect((await readLink(first)).status).toBe(404)
  const second = new URL(again.body.invite.link).pathname.split('/')[3]!
  expect((await readLink(second)).status).toBe(200)
  const both = await Promise.all([withdraw(people_id), withdraw(people_id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await readLink(second)).status).toBe(404)
  expect(await waiting(people_id)).toBeNull()
})

test('a stranger can neither see nor withdraw an invitation, and no one can withdraw one that they could not issue', async () => {
  const body = invitee({ company_id: COMPANY.customer, login_type_id: 'customer' })
  const { people_id } = (await invite(body)).body.invite
  expect((await server.as('stranger').call('GET', `/people/${people_id}/invite`)).status).toBe(404)
  expect((await withdraw(people_id, 'stranger')).status).toBe(404)
  expect((await withdraw(people_id, 'driver')).status).toBe(405)
  const higher = (await invite(invitee({ login_type_id: 'administrator' }))).body.invite.people_id
  expect((await withdraw(higher, 'customer_support')).status).toBe(405)
  expect(await waiting(people_id)).not.toBeNull()
  expect(await waiting(higher)).not.toBeNull()
})

test('a pending invitation is listed for users who see its person, until it is withdrawn', async () => {
  const body = invitee()
  const { people_id } = (await invite(body)).body.invite
  const listed = async (as: Who = 'administrator') => {
    const { body } = await server.as(as).call('GET', '/invitations')
    return (body.invitations ?? []).find(
      (invitation: { people_id: number }) => invitation.people_id === people_id,
    )
  }
  expect(await listed()).toEqual({
    ...{ people_id, name: `Nora ${body.last_name}`, login_type_id: 'dispatcher' },
    ...{ company_title: expect.any(String), expires_at: expect.any(String) },
  })
  expect(await listed('distributor')).toBeUndefined()
  await withdraw(people_id)
  expect(await listed()).toBeUndefined()
})

test('each assignable role has its permissions, and no more than the actor’s', async () => {
  const roles = async (as: Who) =>
    (await server.as(as).call('GET', '/invitations/roles')).body.roles as {
      login_type_id: string
      permissions: string[]
    }[]
  const all = await roles('administrator')
  const dispatcher = all.find(({ login_type_id }) => login_type_id === 'dispatcher')!
  expect(dispatcher.permissions).toContain('shipment_planners.create')
  expect(dispatcher.permissions).not.toContain('users.create')
  const may = new Set((await server.as('distributor').call('GET', '/users/current')).body.user.permissions)
  const own = await roles('distributor')
  expect(own.length).toBeGreaterThan(0)
  for (const { permissions } of own)
    expect(permissions.filter((permission) => !may.has(permission))).toEqual([])
  expect(own.map(({ login_type_id }) => login_type_id)).not.toContain('administrator')
  expect((await server.as('driver').call('GET', '/invitations/roles')).status).toBe(405)
})
