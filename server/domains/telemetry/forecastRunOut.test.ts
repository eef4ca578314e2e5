import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { forecastRunOut } from './forecastRunOut.ts'
import { lockDevices } from './lockDevices.ts'

const HOUR = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.each([false, true])(
  'forecasts wait for who stores records of the same devices, never both for each other (last first: %s)',
  async (isLastFirst) => {
    const devices = [await deviceWithTank(server), await deviceWithTank(server)]
    for (const device of devices) {
      const answer = await device.send({ records: [record(Date.now() - HOUR, 50)] })
      expect(answer.status).toBe(200)
    }
    await server.settle()
    const ids = devices.map(({ device_id }) => device_id)
    await sql`update port_states set forecast_at = null where device_id = any(${ids})`.execute(server.db)
    const context = { actor: systemActor, now: new Date(), seal: server.seal }
    const waitingFor = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
      return rows[0]!.count
    }
    const forecast = await server.db.transaction().execute(async (db) => {
      await lockDevices({ ...context, db }, ids)
      const write = (device_id: number) =>
        sql`update port_states set at = at where device_id = ${device_id}`.execute(db)
      const [first, second] = isLastFirst ? ids.toReversed() : ids
      await write(first!)
      const forecast = forecastRunOut({ ...context, db: server.db }, ids)
      await expect.poll(waitingFor).toBe(1)
      await write(second!)
      return { forecast }
    })
    expect(await forecast.forecast).toBe(2)
  },
)
