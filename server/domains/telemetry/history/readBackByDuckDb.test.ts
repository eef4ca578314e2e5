import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { sql } from 'kysely'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const TANKS = 40
/** Row groups begin and end within tanks. */
const READINGS = 10_100
const MINUTE = 60_000
const END = Math.floor(Date.now() / MINUTE) * MINUTE
const FROM = END - READINGS * MINUTE

let server: TestServer
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-parquet-'))
beforeAll(async () => {
  server = await startTestServer()
  await sql`update people set unit_of_measure = 2`.execute(server.db)
  const ids: number[] = []
  for (let tank = 0; tank < TANKS; tank++) {
    const label = tank % 3 === 0 ? null : `Tank ${tank}, "ñ" – 日本`
    const { device_id } = await deviceWithTank(server, { device: { label } })
    ids.push(device_id)
  }
  // Every column has nulls somewhere; the values have all digits of a float.
  await sql`insert into readings (device_id, port_number, at, raw, height, volume, percent, temperature, quality)
    select d, 1, to_timestamp(${FROM / 1000}::float8) + n * interval '1 minute' + (n % 1000) * interval '1 ms',
      1000 + 300 * sin(n + d), case when n % 7 > 0 then 900 * cos(n) end, case when n % 11 > 0 then 5000 * sin(n * d) end,
      case when n % 13 > 0 then 50 + 40 * sin(n) end, case when n % 5 > 0 then 20 * cos(n / 7.0) - 5 end, n % 5
    from unnest(${ids}::int8[]) d, generate_series(0, ${READINGS - 1}::int) n`.execute(server.db)
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await server.close()
})

/** Exports the database's rows with its own file export. */
async function storeDatabase(file: string): Promise<void> {
  const client = new pg.Client(server.connection)
  await client.connect()
  const rows = client.query(
    to(`copy (select public_id, device_label(d), port_number, at, raw, height, volume, percent, temperature,
        (array['good', 'out_of_range', 'jump', 'frozen', 'not_configured', 'clock_ahead'])[quality + 1]
      from readings join devices d using (device_id)) to stdout (format csv, null '\\N')`),
  )
  await pipeline(rows, fs.createWriteStream(file))
  await client.end()
}

test('DuckDB reads back every reading of many tanks from Parquet, exactly as stored', async () => {
  const response = await server.app.inject({
    url: `/api/devices/readings?from=${FROM}&to=${END + MINUTE}&format=parquet`,
    headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf('administrator')}` },
  })
  expect(response.statusCode).toBe(200)
  const file = path.join(folder, 'readings.parquet')
  fs.writeFileSync(file, response.rawPayload)
  const stored = path.join(folder, 'stored.csv')
  await storeDatabase(stored)

  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  const read = async (query: string) => (await duck.runAndReadAll(query)).getRowObjectsJson()
  await duck.run(`create table stored (public_id varchar, label varchar, port_number integer, time timestamptz, raw float,
    height_mm float, volume_l float, percent float, temperature_c float, quality varchar)`)
  await duck.run(`set timezone = 'UTC'; copy stored from '${stored}' (format csv, nullstr '\\N')`)
  await duck.run(`create view exported as select * replace (time::timestamptz as time) from '${file}'`)
  expect(
    await read('select count(*)::int as rows, count(distinct public_id)::int as tanks from exported'),
  ).toEqual([{ rows: TANKS * READINGS, tanks: TANKS }])
  expect(await read('(from exported except all from stored) limit 3')).toEqual([])
  expect(await read('(from stored except all from exported) limit 3')).toEqual([])
  // In order of tank and time.
  expect(
    await read(`select count(*)::int as wrong from (select (public_id, time) < lag((public_id, time))
      over (order by file_row_number) as is_wrong from read_parquet('${file}', file_row_number = true)) where is_wrong`),
  ).toEqual([{ wrong: 0 }])
  duck.closeSync()
})
