import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { reviewForecasts } from './reviewForecasts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const review = (now: string) =>
  reviewForecasts({ actor: systemActor, db: server.db, now: new Date(now), encryptor: server.encryptor })

async function sent(type: Parameters<TestServer['as']>[0]): Promise<{ subject: string; message: string }[]> {
  await server.settle()
  const { body } = await server.as(type).call('GET', '/me/notifications?page_size=100')
  return (body.notifications as { subject: string; message: string }[])
    .filter(({ subject }) => subject.includes('Forecast'))
    .map(({ subject, message }) => ({ subject, message }))
}

test("only staff are notified, once, of the accuracy of last month's forecasts", async () => {
  const device = await deviceWithTank(server, { device: { label: 'Hard to foretell' } })
  await sql`insert into forecast_scores (device_id, port_number, day, target, model, low, middle, high, lasted, is_reached,
      error, pinball, early, late, settled)
    select ${device.device_id}, 1, settled - 20, 'empty', 'level', 12, 14, 16, 14 + error, true, error, abs(error), 0, 0, settled
    from (values ('2027-03-01'::date, 1), ('2027-03-08', 1.5), ('2027-03-15', -3), ('2027-03-31', 1),
      ('2027-02-28', 99), ('2027-04-01', 99)) as one (settled, error)`.execute(server.db)
  await Promise.all([review('2027-04-02T08:00:00Z'), review('2027-04-02T08:00:00Z')])
  await review('2027-04-30T23:00:00Z')
  const expected = {
    subject: 'Forecast accuracy in March 2027',
    message: expect.stringMatching(
      /^4 forecasts came due: 75% inside .* 25% before .* half were within 1.3 days\. Hardest to forecast: Hard to foretell \(.+\)\.$/,
    ),
  }
  expect(await sent('administrator')).toEqual([expected])
  expect(await sent('employee')).toEqual([expected])
  expect(await sent('customer')).toEqual([])
  await review('2027-05-01T00:00:00Z')
  expect(await sent('administrator')).toHaveLength(2)
})

test('a month without finished forecasts is not reported', async () => {
  await sql`delete from forecast_scores`.execute(server.db)
  const before = await sent('administrator')
  await review('2027-09-01T00:00:00Z')
  expect(await sent('administrator')).toEqual(before)
})
