import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
const device: Record<'seen' | 'unseen', number> = { seen: 0, unseen: 0 }
const as = (who: Parameters<TestServer['as']>[0]) => server.as(who).call

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['seen', 'unseen'] as const) {
    device[name] = (await deviceWithTank(server)).device_id
  }
})
afterAll(() => server.close())

async function userOf(name: string): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where username = ${`${name.replaceAll('_', '-')}@test.example`}`.execute(
    server.db,
  )
  return rows[0]!.user_id
}
async function limit(name: string, devices: number[]): Promise<void> {
  await sql`update accounts set limit_devices = ${devices}
    where user_id = ${await userOf(name)}`.execute(server.db)
  await server.forgetRights()
}
async function rowOf(user_id: number): Promise<unknown> {
  const { rows } =
    await sql`select u.login_type_id, u.company_id, u.restrict_login_location, u.status, u.owner,
      a.limit_devices, a.limit_tags, a.login_type_id as there, a.added_permissions, a.withdrawn_permissions
    from users u join accounts a using (user_id) where user_id = ${user_id} order by account_id`.execute(
      server.db,
    )
  return rows
}

/** A bulk response lists the reason of each refusal. */
function expectRefused(path: string, { status, body, raw }: Answer): void {
  if (path.endsWith('/bulk')) expect(raw).toContain('Permission Denied')
  else expect(status, `${path} ${raw}`).toBe(405)
  expect(body.code).toBe(path.endsWith('/bulk') ? 422 : 405)
}

describe.each(['administrator', 'distributor', 'customer'] as const)('%s', (type) => {
  const company = {
    administrator: COMPANY.own,
    distributor: COMPANY.distributor,
    customer: COMPANY.customer,
  }[type]

  test.each([false, true])('changes none of their own rights; limited: %s', async (isLimited) => {
    const id = await userOf(type)
    await limit(type, isLimited ? [device.seen] : [])
    const before = await rowOf(id)
    for (const [method, path, body] of [
      ['POST', `/users/${id}/company/${company}/limit_devices`, { devices: [] }],
      ['POST', `/users/${id}/company/${company}/limit_devices`, { devices: [device.seen] }],
      ['PATCH', `/users/${id}/company/${company}/tags`, { tags: [] }],
      ['PATCH', `/users/${id}`, { restrict_login_location: 1 }],
      ['PATCH', `/users/${id}`, { login_type_id: 'customer_readonly' }],
      ['PATCH', `/users/${id}`, { owner: 1 }],
      ['PATCH', '/users/bulk', { items: [{ id }], changes: { restrict_login_location: 1 } }],
      ['PATCH', `/users/${id}/company/${company}/permissions`, { withdrawn: ['tags.read'] }],
      ['POST', `/companies/${COMPANY.branch}/users`, { user_id: id, login_type_id: 'csr' }],
    ] as const) {
      expectRefused(path, await as(type)(method, path, body))
    }
    expect(await rowOf(id)).toEqual(before)
    await limit(type, [])
  })

  test('a user bound to known networks can neither lift that limit nor create or unbind other accounts', async () => {
    const id = await userOf(type)
    const colleague = await userOf(type === 'administrator' ? 'employee' : 'driver')
    await as('administrator')('PATCH', '/settings', { allowed_networks: ['127.0.0.0/8'] })
    await sql`update users set restrict_login_location = 1 where user_id = any(${[id, colleague]})`.execute(
      server.db,
    )
    await server.forgetRights()
    expect((await as(type)('PATCH', `/users/${id}`, { restrict_login_location: 0 })).status).toBe(405)
    expect((await as(type)('PATCH', `/users/${colleague}`, { restrict_login_location: 0 })).status).toBe(405)
    const created = await as(type)('POST', '/users', newUser(`bound-by-${type}@test.example`))
    if (type !== 'distributor') expect(created.body.user?.restrict_login_location, created.raw).toBe(1)
    await sql`update users set restrict_login_location = 0 where user_id = any(${[id, colleague]})`.execute(
      server.db,
    )
    await server.forgetRights()
  })
})

const newUser = (username: string) => ({
  username,
  password: 'Harbour#71vQ',
  confirm_password: 'Harbour#71vQ',
  login_type_id: 'customer_readonly',
  company_id: COMPANY.customer,
  first_name: 'New',
  last_name: 'Colleague',
  phone_number: '+13135550177',
})

describe('a limited user', () => {
  test.each(['administrator', 'customer'] as const)('%s creates no user who sees more', async (type) => {
    await limit(type, [device.seen])
    const call = as(type)
    const colleague = await userOf(type === 'administrator' ? 'employee' : 'driver')
    const company = type === 'administrator' ? COMPANY.own : COMPANY.customer
    const { body } = await as('stranger')('GET', '/users/current')
    expect(body.user.user_id).toBeGreaterThan(0)
    const person = await sql<{ people_id: number }>`
      insert into people (company_id, first_name, last_name) values (${COMPANY.customer}, 'To be', 'Invited')
      returning people_id`.execute(server.db)
    const users = async () =>
      (await sql<{ count: number }>`select count(*) as count from users`.execute(server.db)).rows[0]!.count
    const [before, count] = [await rowOf(colleague), await users()]
    for (const [method, path, body] of [
      ['POST', '/users', newUser('unlimited@test.example')],
      ['POST', `/people/${person.rows[0]!.people_id}/invite`, { login_type_id: 'customer_readonly' }],
      ['POST', `/companies/${COMPANY.branch}/users`, { user_id: colleague, login_type_id: 'driver' }],
      ['PATCH', `/users/${colleague}`, { password: 'Harbour#72vQ', confirm_password: 'Harbour#72vQ' }],
      ['PATCH', `/users/${colleague}`, { login_type_id: type }],
      ['PATCH', '/users/bulk', { items: [{ id: colleague }], changes: { login_type_id: type } }],
      ['POST', `/users/${colleague}/company/${company}/limit_devices`, { devices: [] }],
      ['PATCH', `/users/${colleague}/company/${company}/tags`, { tags: [] }],
      ['PATCH', `/users/${colleague}/company/${company}/permissions`, { added: ['tags.read'] }],
      ['POST', `/users/${colleague}/qr`, {}],
      ['POST', `/users/${colleague}/rfid`, { rfid: '0102030405' }],
      ['GET', `/authenticate/login_as/${colleague}?mode=view`, undefined],
      ['GET', `/authenticate/login_as/${colleague}?mode=write`, undefined],
    ] as const) {
      expectRefused(path, await call(method, path, body))
    }
    expect(await rowOf(colleague)).toEqual(before)
    expect(await users()).toBe(count)
    await limit(type, [])
  })

  test('a limited administrator impersonates a user as long as that user sees no more than they do', async () => {
    await limit('administrator', [device.seen])
    await limit('driver', [device.seen])
    const driver = await userOf('driver')
    const acting = await as('administrator')('GET', `/authenticate/login_as/${driver}?mode=view`)
    expect(acting.status, acting.raw).toBe(200)
    const authorization = `Bearer ${acting.body.token}`
    const read = () => as(null)('GET', '/devices', undefined, { authorization })
    expect((await read()).status).toBe(200)
    await limit('driver', [device.seen, device.unseen])
    expect((await read()).status).toBe(403)
    await limit('driver', [])
    await limit('administrator', [])
  })
})
