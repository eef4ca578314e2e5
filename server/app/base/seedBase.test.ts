import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/startTestServer.ts'
import { seedBase } from './seedBase.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const holds = async (loginType: string, permission: string): Promise<boolean> => {
  const { rows } = await sql<{ holds: boolean }>`
    select permissions @> to_jsonb(${permission}::text) as holds from permission_templates
    where login_type_id = ${loginType}`.execute(server.db)
  return rows[0]!.holds
}

const take = (loginType: string, permission: string) =>
  sql`update permission_templates set permissions = permissions - ${permission}::text
    where login_type_id = ${loginType}`.execute(server.db)

test('a new permission reaches, once, the login types that have it by default', async () => {
  for (const loginType of ['customer', 'distributor']) await take(loginType, 'tags.delete')
  await sql`delete from permissions where permission = 'tags.delete'`.execute(server.db)
  await seedBase(server.db)
  expect(await holds('customer', 'tags.delete')).toBe(true)
  expect(await holds('distributor', 'tags.delete')).toBe(true)
  expect(await holds('technician', 'tags.delete')).toBe(false)
  await take('customer', 'tags.delete')
  await seedBase(server.db)
  expect(await holds('customer', 'tags.delete')).toBe(false)
})

test('a missing template is restored', async () => {
  await sql`delete from permission_templates where login_type_id = 'driver'`.execute(server.db)
  await seedBase(server.db)
  expect(await holds('driver', 'shipment_planners.update')).toBe(true)
})
