import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Tables that grow with device data. */
const OF_DEVICES = [
  'readings',
  'readings_hourly',
  'readings_daily',
  'device_records',
  'raw_uplinks',
  'port_states',
  'device_states',
  'tank_changes',
  'told_changes',
  'forecast_records',
  'forecast_scores',
]

test.each(OF_DEVICES)(
  'every key of %s is led by the device, so that it can be spread by device',
  async (table) => {
    const { rows } = await sql<{ leads: string }>`
    select a.attname as leads from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
    where x.indrelid = ${table}::regclass and x.indisunique`.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ leads }) => leads))).toEqual(new Set(['device_id']))
  },
)

test.each(OF_DEVICES)('%s refers only to devices and what belongs to people', async (table) => {
  const { rows } = await sql<{ to: string }>`
    select confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conparentid = 0 and ${table}::regclass in (conrelid, confrelid)`.execute(
    server.db,
  )
  for (const { to } of rows) expect(['devices', 'companies']).toContain(to)
})
