import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY, tokenOf } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { parquetOf, ROW_GROUP } from './exportReadings.ts'

const HOUR = 3_600_000

let server: TestServer
let device: TestDevice
let other: TestDevice
const end = Math.floor(Date.now() / HOUR) * HOUR
beforeAll(async () => {
  server = await startTestServer()
  device = await deviceWithTank(server, { device: { label: '=A "big", tank' } })
  other = await deviceWithTank(server)
  const records = Array.from({ length: 48 }, (_, hour) => record(end - (48 - hour) * HOUR, 80 - hour / 2))
  // Outside the sensor's range: it is stored, but not trusted.
  records.push(record(end, 4000))
  await device.send({ records })
  await other.send({ records: records.slice(0, 3) })
})
afterAll(() => server.close())

const span = () => `from=${end - 48 * HOUR}&to=${end + HOUR}`
const exported = (account: 'administrator' | 'customer' | 'stranger', query: string) =>
  server.as(account).call('GET', `/devices/readings?${query}`)

describe('readings as a file', () => {
  test('are all of the period, with raw value and quality, in the units of the user', async () => {
    const { raw, headers } = await exported('customer', `${span()}&device_id=${device.device_id}`)
    expect(headers['content-disposition']).toMatch(/filename="readings-.*\.csv"/)
    const lines = raw.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines[0]).toBe(
      'public_id,label,port_number,time,raw,height_in,volume_gal,percent,temperature_f,quality',
    )
    expect(lines).toHaveLength(1 + 49)
    expect(lines[1]).toContain(
      `,"'=A ""big"", tank",1,${new Date(end - 48 * HOUR).toISOString()},1600,62.992,422.675,80,,good`,
    )
    expect(lines.at(-1)).toMatch(/,80000,.*,out_of_range$/)
  })

  test('equal the database as Parquet', async () => {
    const response = await server.app.inject({
      url: `/api/devices/readings?${span()}&format=parquet`,
      headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf('administrator')}` },
    })
    const bytes = new Uint8Array(response.rawPayload)
    const rows = await parquetReadObjects({ file: bytes.buffer })
    const { rows: stored } = await sql<Record<string, unknown>>`
      select d.public_id, r.port_number, r.at, r.raw, r.percent from readings r join devices d using (device_id)
      order by d.public_id, r.port_number, r.at`.execute(server.db)
    const near = (value: unknown) => Math.fround(Number(value))
    expect(
      rows.map(({ public_id, port_number, time, raw, percent }) => [
        public_id,
        port_number,
        time,
        raw,
        percent,
      ]),
    ).toEqual(
      stored.map(({ public_id, port_number, at, raw, percent }) => [
        ...[
          public_id,
          port_number,
          new Date(at as string),
          near(raw),
          percent === null ? null : near(percent),
        ],
      ]),
    )
  })

  test('include only devices that the user may see', async () => {
    expect((await exported('stranger', span())).raw.trim().split('\r\n')).toHaveLength(1)
    await server
      .as('administrator')
      .call('POST', `/devices/${other.device_id}/move`, { company_id: COMPANY.stranger })
    const { raw } = await exported('stranger', span())
    expect(raw).not.toContain(other.public_id)
  })

  test('are refused for a span that ends before it begins', async () => {
    expect((await exported('administrator', `from=${end}&to=${end - HOUR}`)).status).toBe(400)
    expect((await exported('administrator', 'format=xml')).status).toBe(400)
  })
})

describe('the parts of a Parquet file', () => {
  const BATCH = 700
  const TANKS = 20
  let batchesRead = 0

  /** A batch of each tank; each tenth value is null. */
  async function* batchesOf(tanks: number) {
    batchesRead = 0
    for (let number = 0; number < tanks; number++) {
      batchesRead++
      const tank = { device_id: number, public_id: `T-${number}`, label: null, port_number: 1 }
      const readings = Array.from({ length: BATCH }, (_, index) => ({
        ...{ time: end + index, raw: index, height: null, volume: index % 10 === 0 ? null : index + 0.5 },
        ...{ percent: null, temperature: null, quality: 0 },
      }))
      yield { tank, readings }
    }
  }
  const parts = (tanks: number) =>
    parquetOf(batchesOf(tanks), [
      { name: 'public_id', type: 'STRING', read: (tank) => tank.public_id },
      { name: 'volume', type: 'FLOAT', read: (_, reading) => reading.volume },
    ])

  test('are its row groups: while one is taken, no readings after it are read', async () => {
    const sizes: number[] = []
    for await (const part of parts(Number.POSITIVE_INFINITY)) {
      sizes.push(part.length)
      expect(batchesRead).toBe(Math.ceil((sizes.length * ROW_GROUP) / BATCH))
      if (sizes.length === 4) break
    }
    // Each part is only its own row group.
    expect(Math.max(...sizes)).toBeLessThan(1.5 * Math.min(...sizes))
  })

  test('are few for many tanks: a row group has readings of several tanks', async () => {
    const chunks: Uint8Array[] = []
    for await (const part of parts(TANKS)) chunks.push(part)
    const file = new Uint8Array(Buffer.concat(chunks)).buffer
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
      ROW_GROUP,
      TANKS * BATCH - ROW_GROUP,
    ])
    const rows = await parquetReadObjects({ file })
    expect(rows).toHaveLength(TANKS * BATCH)
    for (const index of [0, 1, 699, 700, ROW_GROUP - 1, ROW_GROUP, 13_999]) {
      const of = index % BATCH
      expect(rows[index]).toEqual({
        public_id: `T-${Math.floor(index / BATCH)}`,
        volume: of % 10 === 0 ? null : of + 0.5,
      })
    }
  })
})
