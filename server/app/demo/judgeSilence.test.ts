import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { judgeSilence } from './judgeSilence.ts'

const DAY = 86_400_000
/** Percent used per day. */
const USE = 4

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('an alert about an estimate opens when the estimate reached the limit, not at the demo’s start', async () => {
  const device = await deviceWithTank(server)
  const now = Math.floor(Date.now() / 1000) * 1000
  const end = now - 8 * DAY
  // From 50 %, 8 days ago, the mild level of 30 % is reached after 5 days.
  const records = Array.from({ length: 81 }, (_, i) => record(end - (i / 8) * DAY, 50 + (i / 8) * USE))
  expect((await device.send({ records: records.toReversed() })).status).toBe(200)
  await server.settle()
  const { db } = server
  await sql`delete from alerts`.execute(db)
  await sql`update port_states set estimated_at = null, volume = measured_volume, percent = measured_percent,
    height = measured_height, level = 'fine'`.execute(db)
  await judgeSilence({ actor: systemActor, db, now: new Date(now), encryptor: server.encryptor }, [
    device.device_id,
  ])
  const { rows } = await sql<{ level: string; level_source: string; opened_at: Date }>`
    select level, level_source, opened_at from alerts where level = 'mild'`.execute(db)
  expect(rows).toMatchObject([{ level_source: 'estimated' }])
  const daysAgo = (now - Number(new Date(rows[0]!.opened_at))) / DAY
  expect(daysAgo).toBeGreaterThan(2)
  expect(daysAgo).toBeLessThan(4)
})
