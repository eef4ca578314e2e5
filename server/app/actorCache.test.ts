import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
/** How often rights were read from the database. */
let reads = 0
beforeAll(async () => {
  server = await startTestServer()
  const { pool } = server
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  pool.connect = (async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      if (String(args[0]).includes('s.impersonation_mode')) reads += 1
      return query(...args)
    }) as never
    const release = client.release.bind(client)
    client.release = (error) => {
      client.query = query as never
      client.release = release
      release(error)
    }
    return client
  }) as never
})
afterAll(() => server.close())

const customer = () => server.as('customer').call('GET', '/tags?page_size=1')

test('writes of others leave an account cached; a change of its rights holds at its next call', async () => {
  const staff = server.as('administrator')
  await staff.call('GET', '/tags')
  await customer()
  reads = 0
  for (const tag of ['One', 'Two', 'Three'])
    expect((await staff.call('POST', '/tags', { tag, company_id: COMPANY.customer })).status).toBe(200)
  await customer()
  expect(reads).toBe(0)
  const limited = await sql`update accounts set withdrawn_permissions = '{tags.read}'
    where login_type_id = 'customer' and company_id = ${COMPANY.customer} returning user_id`.execute(
    server.db,
  )
  expect(limited.rows).toHaveLength(1)
  await expect.poll(async () => (await customer()).status, { timeout: 10_000 }).toBe(405)
  const before = reads
  await staff.call('GET', '/tags')
  expect(reads, 'the administrator was not read again').toBe(before)
  await sql`update accounts set withdrawn_permissions = '{}' where login_type_id = 'customer'`.execute(
    server.db,
  )
})

test('an account limited to a tag follows its devices at the next call', async () => {
  const staff = server.as('administrator')
  const { rows } = await sql<{
    tag_id: number
  }>`insert into tags (company_id, tag) values (${COMPANY.branch}, 'Mine')
    returning tag_id`.execute(server.db)
  const { rows: created } = await sql<{ device_id: number }>`
    insert into devices (public_id, company_id, device_type_id, mobile_provider_id)
    select 'TAGGED-1', ${COMPANY.branch}, min(device_type_id), (select min(mobile_provider_id) from mobile_providers)
    from device_types returning device_id`.execute(server.db)
  const [{ tag_id }, { device_id }] = [rows[0]!, created[0]!]
  await sql`update accounts set limit_tags = array[${tag_id}]::int8[] where login_type_id = 'csr'`.execute(
    server.db,
  )
  const seen = async () => (await server.as('csr').call('GET', '/devices')).body.page.total_records
  await expect.poll(seen, { timeout: 10_000 }).toBe(0)
  expect((await staff.call('POST', `/devices/${device_id}/tags`, { tag: 'Mine' })).status).toBe(200)
  expect(await seen()).toBe(1)
  await sql`update accounts set limit_tags = '{}' where login_type_id = 'csr'`.execute(server.db)
})
