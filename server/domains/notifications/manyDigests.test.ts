import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { mailDigests } from './mailDigests.ts'
import { mailNotifications } from './mailNotifications.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from mails`.execute(server.db)
  await sql`delete from daily_digests`.execute(server.db)
})

const context = (now: string) => ({
  actor: systemActor,
  db: server.db,
  now: new Date(now),
  encryptor: server.encryptor,
})
const receivers = async () =>
  (await sql<{ receiver: string }>`select receiver from mails order by receiver`.execute(server.db)).rows.map(
    ({ receiver }) => receiver,
  )
const wants = (who: string, zone: string) =>
  sql`update people set notification_method = 'email', report_time = '06:30', user_time_zone = ${zone}
    where people_id = (select people_id from users where username = ${`${who}@test.example`})`.execute(
    server.db,
  )

/** Writes without triggers, for data that a database of another version, or a restored one, may hold. */
async function unjudged(work: () => Promise<unknown>): Promise<void> {
  await sql`alter table people disable trigger people_time_zone`.execute(server.db)
  await work()
  await sql`alter table people enable trigger people_time_zone`.execute(server.db)
}

describe('a time zone', () => {
  test.each(['ECT', 'PST', 'cet', 'Nowhere/Land'])(
    'that the database does not know or interprets differently (%s) is refused when it is saved',
    async (zone) => {
      const own = await server.as('customer').call('PATCH', '/me', { user_time_zone: zone })
      expect(own.status).toBe(422)
      expect(own.body.errors).toEqual([
        expect.objectContaining({ field: 'user_time_zone', rule: 'time_zone' }),
      ])
      const all = await server.as('administrator').call('PATCH', '/settings', { time_zone: zone })
      expect(all.status).toBe(422)
      expect(all.body.errors).toEqual([expect.objectContaining({ field: 'time_zone', rule: 'time_zone' })])
    },
  )

  test.each(['America/Detroit', 'UTC', 'Asia/Tokyo'])('%s is accepted', async (zone) => {
    const response = await server.as('customer').call('PATCH', '/me', { user_time_zone: zone })
    expect(response.status).toBe(200)
  })
})

describe('digests', () => {
  test('reach all others if one of the receivers has an invalid time zone', async () => {
    for (const who of ['customer', 'driver']) await wants(who, 'America/New_York')
    await unjudged(() => wants('csr', 'ECT'))
    await mailDigests(context('2026-06-10T10:30:00Z'))
    expect(await receivers()).toEqual(['customer@test.example', 'driver@test.example'])
    await wants('csr', 'America/New_York')
  })

  test('reach all others if writing one of them fails, which the next run repeats', async () => {
    for (const who of ['customer', 'csr', 'driver']) await wants(who, 'America/New_York')
    await sql`alter table mails add constraint broken check (receiver <> 'csr@test.example')`.execute(
      server.db,
    )
    await expect(mailDigests(context('2026-06-10T10:30:00Z'))).rejects.toThrow('1 could not be done')
    expect(await receivers()).toEqual(['customer@test.example', 'driver@test.example'])
    await sql`alter table mails drop constraint broken`.execute(server.db)
    await mailDigests(context('2026-06-10T10:31:00Z'))
    expect(await receivers()).toEqual(['csr@test.example', 'customer@test.example', 'driver@test.example'])
  })

  test('reach all due users, however many', async () => {
    await sql`with persons as (
        insert into people (company_id, first_name, last_name, notification_method, report_time, user_time_zone)
        select company_id, 'Reader', n::text, 'email', '06:30', 'America/New_York'
        from generate_series(1, 130) as n, (select company_id from users where username = 'customer@test.example') c
        returning people_id, last_name, company_id),
      newcomers as (
        insert into users (people_id, company_id, username, password, login_type_id, first_name, last_name, phone_number)
        select people_id, company_id, 'reader' || last_name || '@test.example', '', 'customer', 'Reader', last_name,
          '+13135550100' from persons returning user_id, company_id)
      insert into accounts (user_id, company_id, login_type_id)
      select user_id, company_id, 'customer' from newcomers`.execute(server.db)
    await mailDigests(context('2026-06-10T10:30:00Z'))
    const found = await receivers()
    expect(found.filter((item) => item.startsWith('reader'))).toHaveLength(130)
  })
})

test('mails of notifications reach all others if writing one of them fails', async () => {
  for (const who of ['customer', 'csr', 'driver']) await wants(who, 'America/New_York')
  await sql`insert into user_notifications (user_id, cause, told, params, mail_due)
    select user_id, 'test', 'alert_opened', '{"level":"urgent","value":"1","device":"North","company":"Acme"}', true
    from users where username in ('customer@test.example', 'csr@test.example', 'driver@test.example')`.execute(
    server.db,
  )
  await sql`alter table mails add constraint broken check (receiver <> 'csr@test.example')`.execute(server.db)
  await expect(mailNotifications(context('2026-06-10T10:30:00Z'))).rejects.toThrow('1 could not be done')
  expect(await receivers()).toEqual(['customer@test.example', 'driver@test.example'])
})
