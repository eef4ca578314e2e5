import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
const users = new Map<string, number>()
beforeAll(async () => {
  server = await startTestServer()
  const { rows } = await sql<{
    user_id: number
    username: string
  }>`select user_id, username from users`.execute(server.db)
  for (const { user_id, username } of rows) users.set(username.split('@')[0]!.replaceAll('-', '_'), user_id)
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)

async function explain(who: LoginType, question: Record<string, string | number>) {
  const query = new URLSearchParams({ user_id: String(users.get(who)) })
  for (const [name, value] of Object.entries(question)) query.set(name, String(value))
  return (await staff('GET', `/permissions/explain?${query}`)).body.explanation
}

const reasons = (explanation: { steps: { step: string; reason: string }[] }) =>
  Object.fromEntries(explanation.steps.map(({ step, reason }) => [step, reason]))

let count = 0
async function tagOf(company_id: number): Promise<number> {
  count += 1
  return (await staff('POST', '/tags', { tag: `Tag ${count}`, company_id })).body.tag.tag_id
}

test('explains step by step why a call is permitted', async () => {
  const record_id = await tagOf(COMPANY.branch)
  const explained = await explain('customer', { method: 'PATCH', path: '/tags/:tag_id', record_id })
  expect(explained).toMatchObject({ allowed: true, permission: 'tags.update' })
  expect(reasons(explained)).toEqual({
    session: 'active',
    permission: 'template',
    login_type: 'type_allowed',
    record: 'in_reach',
  })
})

test('says that a clerk lacks a company that sells', async () => {
  const explained = await explain('csr', { method: 'GET', path: '/receivables' })
  expect(explained.allowed).toBe(false)
  expect(explained.steps).toContainEqual({ step: 'login_type', passed: false, reason: 'only_buys' })
})

test('agrees with the call itself, for every login type', async () => {
  const ids = [await tagOf(COMPANY.customer), await tagOf(COMPANY.stranger)]
  for (const who of [
    'customer',
    'customer_readonly',
    'technician',
    'vendor',
    'distributor',
    'employee',
  ] as const)
    for (const record_id of ids)
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const { allowed } = await explain(who, { method, path: '/tags/:tag_id', record_id })
        // An empty change has no effect; the deletion is refused because it is based on an outdated state.
        const stale = { if_updated_at: '2020-01-01T00:00:00.000Z' }
        const body = method === 'GET' ? undefined : stale
        const { status } = await server.as(who).call(method, `/tags/${record_id}`, body)
        expect([200, 409].includes(status), `${who} ${method} ${record_id}: ${status}`).toBe(allowed)
      }
})

test('names records of another company, records outside the limits, and missing records', async () => {
  const path = '/tags/:tag_id'
  const strange = await tagOf(COMPANY.stranger)
  expect(reasons(await explain('customer', { method: 'GET', path, record_id: strange }))['record']).toBe(
    'outside_companies',
  )
  expect(reasons(await explain('customer', { method: 'GET', path, record_id: 999_999 }))['record']).toBe(
    'no_record',
  )
  const [mine, other] = [await tagOf(COMPANY.customer), await tagOf(COMPANY.branch)]
  await sql`update accounts set limit_tags = array[${mine}::bigint] where user_id = ${users.get('csr')}`.execute(
    server.db,
  )
  expect(reasons(await explain('csr', { method: 'GET', path, record_id: other }))['record']).toBe(
    'outside_limits',
  )
  expect((await explain('csr', { method: 'GET', path, record_id: mine })).allowed).toBe(true)
})

test('distinguishes additions from withdrawals, and read-only accounts', async () => {
  await sql`update accounts set added_permissions = '{companies.delete}', withdrawn_permissions = '{tags.read}'
    where user_id = ${users.get('dispatcher')}`.execute(server.db)
  const read = await explain('dispatcher', { method: 'GET', path: '/tags' })
  expect([read.allowed, reasons(read)['permission']]).toEqual([false, 'withdrawn'])
  const added = await explain('dispatcher', { method: 'DELETE', path: '/companies/:company_id' })
  expect(reasons(added)['permission']).toBe('added')
  const write = await explain('customer_readonly', { method: 'POST', path: '/tags' })
  expect(reasons(write)['writing']).toBe('read_only')
})

test('a deactivated user may do nothing; public calls are exempt', async () => {
  expect(reasons(await explain('customer', { method: 'GET', path: '/users/current' }))).toEqual({
    session: 'active',
    permission: 'exempt',
  })
  await sql`update users set status = 0 where user_id = ${users.get('driver')}`.execute(server.db)
  const explained = await explain('driver', { method: 'GET', path: '/users/current' })
  expect([explained.allowed, reasons(explained)['session']]).toEqual([false, 'deactivated'])
})

test('is for staff who read permissions; unknown people and calls are 404, wrong parameters 400', async () => {
  const path = `/permissions/explain?user_id=${users.get('customer')}&method=GET&path=/tags`
  for (const who of ['employee', 'customer', 'distributor', 'vendor'] as const) {
    expect((await server.as(who).call('GET', path)).status, who).toBe(405)
    expect((await server.as(who).call('GET', '/permissions/calls')).status, who).toBe(405)
  }
  expect((await staff('GET', `${path}x`)).status).toBe(404)
  expect((await staff('GET', '/permissions/explain?user_id=99999999&method=GET&path=/tags')).status).toBe(404)
  expect((await staff('GET', '/permissions/explain?user_id=me&method=GET&path=/tags')).status).toBe(400)
  const { body } = await staff('GET', '/permissions/calls')
  expect(body.calls).toContainEqual(
    expect.objectContaining({ method: 'GET', path: '/tags', permission: 'tags.read' }),
  )
})
