import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#core/domains/access/users.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const make = async (company: number = COMPANY.customer, values: object = {}): Promise<number> => {
  const body = { ...(await exampleOf(server, users, company)), login_type_id: 'technician', ...values }
  const response = await server.as('administrator').call('POST', '/users', body)
  expect(response.status, response.raw).toBe(200)
  return response.body.user.user_id
}
const assign = (account: 'administrator' | 'distributor' | 'customer', company: number, body: object) =>
  server.as(account).call('POST', `/companies/${company}/users`, body)
const accountsOf = async (user_id: number) =>
  (
    await sql<{ company_id: number; login_type_id: string }>`
      select company_id, login_type_id from accounts where user_id = ${user_id} order by company_id`.execute(
      server.db,
    )
  ).rows

test('a user gets an account in another company, with the same or another login type', async () => {
  const user_id = await make()
  const response = await assign('administrator', COMPANY.branch, { user_id })
  expect(response.body, response.raw).toMatchObject({ message: 'Saved.', user: { user_id } })
  expect(await accountsOf(user_id)).toEqual([
    { company_id: COMPANY.customer, login_type_id: 'technician' },
    { company_id: COMPANY.branch, login_type_id: 'technician' },
  ])
  await assign('administrator', COMPANY.branch, { user_id, login_type_id: 'dispatcher' })
  expect((await accountsOf(user_id))[1]).toMatchObject({ login_type_id: 'dispatcher' })
  const { body } = await server.as('administrator').call('GET', `/users/${user_id}/history`)
  expect(body.audit_entries.map(({ action }: { action: string }) => action)).toEqual([
    'assign',
    'assign',
    'create',
  ])
})

test('a user can lose an account in another company, but never in their own', async () => {
  const user_id = await make()
  await assign('administrator', COMPANY.branch, { user_id })
  const remove = (company: number) =>
    server.as('administrator').call('DELETE', `/companies/${company}/users/${user_id}`)
  expect((await remove(COMPANY.branch)).status).toBe(200)
  expect((await remove(COMPANY.branch)).status).toBe(404)
  expect((await remove(COMPANY.customer)).status).toBe(409)
  expect((await assign('administrator', COMPANY.customer, { user_id })).status).toBe(409)
  expect(await accountsOf(user_id)).toHaveLength(1)
})

test('no one assigns users beyond their reach, or rights of the business itself', async () => {
  const [own, stranger] = [await make(), await make(COMPANY.stranger)]
  expect((await assign('distributor', COMPANY.stranger, { user_id: own })).status).toBe(404)
  expect((await assign('distributor', COMPANY.branch, { user_id: stranger })).status).toBe(404)
  const higher = await assign('distributor', COMPANY.branch, { user_id: own, login_type_id: 'administrator' })
  expect(higher.status).toBe(405)
  expect((await assign('distributor', COMPANY.branch, { user_id: own })).status).toBe(200)
  expect(await accountsOf(stranger)).toHaveLength(1)
})

test('an unknown user or login type is refused at its field', async () => {
  const user_id = await make()
  expect(await assign('administrator', COMPANY.branch, {})).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'user_id' }] },
  })
  expect(await assign('administrator', COMPANY.branch, { user_id, login_type_id: 'king' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'login_type_id' }] },
  })
})
