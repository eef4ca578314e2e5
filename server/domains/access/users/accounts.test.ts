import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = (who: Parameters<TestServer['as']>[0]) => server.as(who).call
const staff: ReturnType<typeof as> = (...args) => as('administrator')(...args)

async function userOf(name: string): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where username = ${`${name}@test.example`}`.execute(server.db)
  return rows[0]!.user_id
}

test('a user with an account in a second company can work in it, and only with its records', async () => {
  const user_id = await userOf('dispatcher')
  const assigned = await staff('POST', `/companies/${COMPANY.stranger}/users`, { user_id })
  expect(assigned.status, assigned.raw).toBe(200)
  const dispatcher = as('dispatcher')
  expect((await dispatcher('GET', '/me/accounts')).body.accounts).toMatchObject([
    expect.anything(),
    expect.anything(),
  ])
  expect((await dispatcher('POST', `/me/accounts/${COMPANY.stranger}/switch`)).status).toBe(200)
  expect((await dispatcher('GET', '/users/current')).body.user.company_id).toBe(COMPANY.stranger)
  const { body } = await dispatcher('GET', '/people?page_size=100')
  expect(new Set(body.people.map((person: any) => person.company_id))).toEqual(new Set([COMPANY.stranger]))
  expect((await dispatcher('POST', '/me/accounts/999999/switch')).status).toBe(404)
  const deleted = await staff('DELETE', `/companies/${COMPANY.stranger}/users/${user_id}`)
  expect(deleted.status).toBe(200)
  expect((await dispatcher('GET', '/users/current')).status).toBe(403)
})

test('a user who moves to another company loses the account in the previous one, with sessions and API keys, but no third one', async () => {
  const { user_id, username } = await newUser(server)
  await staff('POST', `/companies/${COMPANY.branch}/users`, { user_id })
  const { body } = await signIn(server, username)
  const session = withToken(server, body.token)
  const key = {
    ...{ name: 'ERP', reads: ['tags'], writes: ['tags'], current_password: PASSWORD },
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const { body: created } = await session('POST', '/me/api_keys', key)
  const byKey = withToken(server, created.secret)
  expect([(await session('GET', '/tags')).status, (await byKey('GET', '/tags')).status]).toEqual([200, 200])
  const move = () => staff('PATCH', `/users/${user_id}`, { company_id: COMPANY.stranger })
  for (const { status, raw } of await Promise.all([move(), move()])) expect(status, raw).toBe(200)
  const tag = { tag: 'After', company_id: COMPANY.customer }
  expect((await session('POST', '/tags', tag)).status).toBe(403)
  expect((await byKey('POST', '/tags', tag)).status).toBe(401)
  const companies = async () =>
    (await staff('GET', `/users/${user_id}/accounts`)).body.accounts.map((account: any) => account.company_id)
  expect(new Set(await companies())).toEqual(new Set([COMPANY.branch, COMPANY.stranger]))
  const again = await staff('POST', `/companies/${COMPANY.customer}/users`, { user_id })
  expect(again.status, again.raw).toBe(200)
  expect(await companies()).toContain(COMPANY.customer)
  expect((await byKey('GET', '/tags')).status).toBe(401)
  const renamed = await staff('PATCH', `/users/${user_id}`, {
    company_id: COMPANY.stranger,
    last_name: 'New',
  })
  expect(renamed.status, renamed.raw).toBe(200)
  expect(await companies()).toHaveLength(3)
})

test('the accounts of a stranger are not shown', async () => {
  const stranger = await userOf('stranger')
  expect((await as('distributor')('GET', `/users/${stranger}/accounts`)).status).toBe(404)
})

test('the availability of a username can be checked before it is assigned', async () => {
  const ask = async (query: string) =>
    (await staff('GET', `/users/username_available?${query}`)).body.available
  const own = await userOf('dispatcher')
  expect(await ask('username=nobody-yet@test.example')).toBe(true)
  expect(await ask('username=Dispatcher@TEST.example')).toBe(false)
  expect(await ask(`username=dispatcher@test.example&user_id=${own}`)).toBe(true)
})

test('an account is limited to devices and tags, until the limit is removed', async () => {
  const user_id = await userOf('technician')
  const path = `/users/${user_id}/company/${COMPANY.customer}`
  const { body: tagged } = await staff('POST', '/tags', { tag: 'north', company_id: COMPANY.customer })
  expect(
    (await staff('PATCH', `${path}/tags`, { tags: [tagged.tag.tag_id] })).body.account.limit_tags,
  ).toEqual([tagged.tag.tag_id])
  const { body } = await as('technician')('GET', '/tags?page_size=0')
  expect(body.tags.map((tag: any) => tag.tag_id)).toEqual([tagged.tag.tag_id])
  const limited = await staff('GET', `/users/${user_id}/accounts`)
  expect(limited.body.accounts).toMatchObject([
    { limit_tags: [tagged.tag.tag_id], tags: [{ title: 'north' }], devices: [] },
  ])
  expect((await staff('POST', `${path}/limit_devices`, { devices: [999999] })).status).toBe(404)
  expect((await staff('POST', `${path}/limit_devices`, { devices: 'all' })).status).toBe(422)
  await staff('PATCH', `${path}/tags`, { tags: [] })
  const accounts = await staff('GET', `/users/${user_id}/accounts`)
  expect(accounts.body.accounts).toMatchObject([{ limit_tags: [], limit_devices: [], is_home: 1 }])
})
