import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const save = async (body: object) =>
  server.as('administrator').call('POST', '/subscriptions', {
    company_id: COMPANY.customer,
    plan_name: 'Monitoring',
    term_length: 1,
    amount: '99.5',
    ...body,
  })

/** The business's day, moved by some days. */
const day = async (distance: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select business_today() + ${distance}::int as day`.execute(
    server.db,
  )
  return rows[0]!.day
}

test('lasts for its term by default, and stores money to three decimals', async () => {
  const { body } = await save({ period_start: '2026-01-31', term_length: 12 })
  expect(body.subscription).toMatchObject({ period_end: '2027-01-30', amount: '99.500', paid: 0 })
})

test('expires the day after its last day, with any status', async () => {
  const start = await day(-60)
  const last = await save({ period_start: start, period_end: await day(0), status: 'expired' })
  const past = await save({ period_start: start, period_end: await day(-1), status: 'active' })
  expect([last.body.subscription.expired, past.body.subscription.expired]).toEqual([0, 1])
  const ids = async (expired: number) => {
    const { body } = await server
      .as('administrator')
      .call('GET', `/subscriptions?page_size=100&expired=${expired}&sort=-expired`)
    return body.subscriptions.map(({ id }: { id: number }) => id)
  }
  expect(await ids(1)).toContain(past.body.subscription.id)
  expect(await ids(1)).not.toContain(last.body.subscription.id)
  expect(await ids(0)).toContain(last.body.subscription.id)
})

test("follows the business's own calendar", async () => {
  await sql`insert into settings (setting_key, value) values ('time_zone', '"Pacific/Kiritimati"')`.execute(
    server.db,
  )
  const east = await day(0)
  await sql`update settings set value = '"Pacific/Pago_Pago"' where setting_key = 'time_zone'`.execute(
    server.db,
  )
  expect(Date.parse(east) - Date.parse(await day(0))).toBeGreaterThanOrEqual(86_400_000)
  await sql`delete from settings where setting_key = 'time_zone'`.execute(server.db)
})

test('a removed end follows from start and term again', async () => {
  const { body } = await save({ period_start: '2026-03-01', period_end: '2026-03-05' })
  const changed = await server
    .as('administrator')
    .call('PATCH', `/subscriptions/${body.subscription.id}`, { period_end: null })
  expect(changed.body.subscription.period_end).toBe('2026-03-31')
})

test.each([
  [{ period_start: '2026-03-02', period_end: '2026-03-01' }, 'period_end'],
  [{ period_start: '2026-03-02', term_length: 7 }, 'term_length'],
  [{ period_start: '2026-03-02', amount: '-1' }, 'amount'],
  [{ period_start: '2026-03-02', device_seats: 100_000 }, 'device_seats'],
  [{ period_start: '2026-03-02', status: 'x'.repeat(21) }, 'status'],
])('refuses %j by naming %s', async (body, field) => {
  const response = await save(body)
  expect(response).toMatchObject({ status: 422, body: { errors: [{ field }] } })
})
