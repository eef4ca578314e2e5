import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('those who hear of an alert are those whom it is sent to; whom the reader may not see is counted', async () => {
  const { device_id } = await deviceWithTank(server)
  await sql`update people set notification_method = 'email' where first_name in ('customer', 'administrator')`.execute(
    server.db,
  )
  await sql`update people set device_filter = 'nowhere' where first_name = 'csr'`.execute(server.db)
  const readers = async (account: 'administrator' | 'customer' | 'stranger') =>
    server.as(account).call('GET', `/devices/${device_id}/alert_readers`)
  const { body } = await readers('administrator')
  const names = body.alert_readers.map(({ name }: { name: string }) => name)
  expect(names).toContain('customer Test')
  expect(names).toContain('administrator Test')
  expect(names).not.toContain('csr Test')
  expect(body.others).toBe(0)
  expect(body.alert_readers[0]).toMatchObject({ by_mail: true })
  // The same people as the rule that sends them tells.
  const { rows } = await sql<{
    alert_id: number
  }>`insert into alerts (device_id, company_id, port_number, level, status)
    select device_id, company_id, 1, 'urgent', 'open' from devices where device_id = ${device_id} returning alert_id`.execute(
    server.db,
  )
  const { alert_id } = rows[0]!
  await sql`insert into events (name, payload) values ('alert.opened', ${JSON.stringify({ alert_id, device_id, level: 'urgent' })}::jsonb)`.execute(
    server.db,
  )
  await server.settle()
  const { rows: told } = await sql<{ name: string }>`select p.combined_name as name from user_notifications n
    join users u using (user_id) join people p using (people_id) where n.cause = ${`alert:${alert_id}`}`.execute(
    server.db,
  )
  expect(told.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const seen = (await readers('customer')).body
  expect(seen.alert_readers.map(({ name }: { name: string }) => name)).not.toContain('administrator Test')
  expect(seen.others).toBeGreaterThan(0)
  expect((await readers('stranger')).status).toBe(404)
})
