import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#core/domains/access/users.ts'
import { ALL, BACK_OFFICE, type Type, usableBy } from '#server/app/testing/accessFacts.ts'
import { COMPANY, companyOf } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = (type: Type) => server.as(type).call
const nameOf = (type: Type) => `${type.replaceAll('_', '-')}@test.example`
const staff: ReturnType<typeof as> = (...args) => as('administrator')(...args)

/** Every login type can create and change users here, regardless of its default permissions. */
beforeEach(async () => {
  await sql`update accounts set added_permissions = '{users.create,users.read,users.update}'
    where user_id in (select user_id from users where username like '%@test.example')`.execute(server.db)
  await sql`update users set status = 1`.execute(server.db)
  await server.forgetRights()
})

/** The effective permissions of an account: the back office is off. */
async function powersOf(user_id: number, company_id: number): Promise<string[]> {
  const { rows } = await sql<{ login_type_id: Type; permissions: string[] }>`
    select login_type_id, permissions_of(a) as permissions from accounts a
    where user_id = ${user_id} and company_id = ${company_id}`.execute(server.db)
  const { login_type_id, permissions } = rows[0]!
  const isDistributor = login_type_id === 'distributor' || login_type_id === 'd_acct_mgr'
  return permissions.filter((permission) => {
    const module = permission.split('.')[0]!
    const isOff = isDistributor && (BACK_OFFICE as readonly string[]).includes(module)
    return usableBy(login_type_id).has(module) && !isOff
  })
}
async function userOf(type: Type): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where username = ${nameOf(type)}`.execute(server.db)
  return rows[0]!.user_id
}
/** Where a creator can create users: a distributor also below itself, at its customers. */
const placeOf = (maker: Type) =>
  companyOf(maker) === COMPANY.distributor || companyOf(maker) === COMPANY.own
    ? COMPANY.customer
    : companyOf(maker)
async function newcomer(login_type_id: Type, company_id: number): Promise<object> {
  count += 1
  const example = await exampleOf(server, users, company_id)
  const username = `handed${count}@ullage.example`
  return { ...example, username, login_type_id, password: PASSWORD, confirm_password: PASSWORD }
}
async function create(login_type_id: Type, company_id: number): Promise<number> {
  const { body, raw } = await staff('POST', '/users', await newcomer(login_type_id, company_id))
  expect(body.user, raw).toBeDefined()
  return body.user.user_id
}

/** Ways to get an account of a login type; each returns the user that it created or changed, or undefined when refused. */
const WAYS: Record<
  string,
  (maker: Type, type: Type) => Promise<[user: number, company: number] | undefined>
> = {
  'a new user': async (maker, type) => {
    const response = await as(maker)('POST', '/users', await newcomer(type, placeOf(maker)))
    return response.status === 200 ? [response.body.user.user_id, placeOf(maker)] : undefined
  },
  'another login type': async (maker, type) => {
    const user = await create(type === 'v_acct_mgr' ? 'vendor' : 'v_acct_mgr', placeOf(maker))
    const response = await as(maker)('PATCH', `/users/${user}`, { login_type_id: type })
    return response.status === 200 ? [user, placeOf(maker)] : undefined
  },
  'a right in another company': async (maker, type) => {
    const user = await create('v_acct_mgr', placeOf(maker))
    const company = placeOf(maker) === COMPANY.customer ? COMPANY.branch : placeOf(maker)
    const response = await as(maker)('POST', `/companies/${company}/users`, {
      user_id: user,
      login_type_id: type,
    })
    return response.status === 200 ? [user, company] : undefined
  },
  'an invitation': async (maker, type) => {
    const company_id = placeOf(maker)
    const person = { company_id, first_name: 'Ina', last_name: 'Test', user_time_zone: 'America/Detroit' }
    const { body } = await staff('POST', '/people', person)
    const path = `/people/${body.person.people_id}/invite`
    const invited = await as(maker)('POST', path, { login_type_id: type })
    if (invited.status !== 200) return undefined
    const code = new URL(invited.body.invite.link).pathname.split('/')[3]
    count += 1
    const own = { password: PASSWORD, confirm_password: PASSWORD, phone_number: '+13135550123' }
    const response = await server
      .as(null)
      .call('POST', `/authenticate/invite/${code}`, { ...own, username: `handed${count}@ullage.example` })
    expect(response.status, response.raw).toBe(200)
    return [response.body.user.user_id, company_id]
  },
}
describe.each(Object.keys(WAYS))('%s', (way) => {
  test.each(ALL)('from %s can do nothing that its creator cannot', async (maker) => {
    const own = new Set(await powersOf(await userOf(maker), companyOf(maker)))
    const problems: string[] = []
    for (const type of ALL) {
      const account = await WAYS[way]!(maker, type)
      if (!account) continue
      const more = (await powersOf(...account)).filter((permission) => !own.has(permission))
      if (more.length > 0) problems.push(`${type}: ${more.join(' ')}`)
    }
    expect(problems).toEqual([])
  })
})

describe('staff of a distributor', () => {
  test.each([
    ['distributor', ['customer', 'dispenser_mgr', 'distributor', 'driver']],
    ['d_acct_mgr', []],
  ] as const)('%s makes what customers work with', async (maker, more) => {
    const created: Type[] = []
    for (const type of ALL) if (await WAYS['a new user']!(maker, type)) created.push(type)
    const both = ['csr', 'customer_readonly', 'd_acct_mgr', 'producer', 'technician', 'v_acct_mgr', 'vendor']
    expect(created.toSorted()).toEqual([...both, ...more].toSorted())
  })

  test('cannot be paid through an office account that they create', async () => {
    const body = { ...(await newcomer('csr', COMPANY.customer)), username: 'office@ullage.example' }
    const response = await as('d_acct_mgr')('POST', '/users', body)
    expect(response.status, response.raw).toBe(200)
    const { body: session } = await signIn(server, 'office@ullage.example')
    const office = withToken(server, session.token)
    expect((await office('GET', '/tags')).status).toBe(200)
    for (const path of ['/transaction_documents', '/subscriptions', '/dashboard_widgets'])
      expect((await office('GET', path)).status, path).toBe(405)
    const history = await staff('GET', `/users/${response.body.user.user_id}/history`)
    expect(history.raw).toContain('withdrawn_permissions')
  })

  test.each([
    ['PATCH', '', { password: 'Right#Quay26', confirm_password: 'Right#Quay26' }],
    ['PATCH', '', { username: 'other@ullage.example' }],
    ['POST', '/qr', {}],
  ])('and do not sign in as a user with more rights: %s %s', async (method, rest, body) => {
    const office = await create('csr', COMPANY.customer)
    const response = await as('d_acct_mgr')(method, `/users/${office}${rest}`, body)
    expect(response.status, response.raw).toBe(405)
    // Changes that give no access still work.
    expect((await as('d_acct_mgr')('PATCH', `/users/${office}`, { last_name: 'Moved' })).status).toBe(200)
  })
})
