import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const positions = async (query = '') =>
  (await server.as('customer').call('GET', `/devices/gps_coords?${query}`)).body as {
    code: number
    columns: string[]
    gps_coords: unknown[][]
  }

test('the map has a row for each device with a place, entered before reported, with any text as its label', async () => {
  const [entered, reported, nowhere] = [
    await deviceWithTank(server, {}),
    await deviceWithTank(server, {}),
    await deviceWithTank(server, {}),
  ]
  const label = 'He said "north", \\ then\nsouth — Ñ'
  await sql`update devices set label = ${label}, latitude = 30.25, longitude = -97.75
    where device_id = ${entered.device_id}`.execute(server.db)
  await entered.send({ records: [record(Date.now() - 60_000, 10)] })
  await sql`insert into device_states (device_id, company_id, latitude, longitude)
    select device_id, company_id, 41.5, -93.0625 from devices
    where device_id in (${entered.device_id}, ${reported.device_id})
    on conflict (device_id) do update set latitude = 41.5, longitude = -93.0625`.execute(server.db)
  await sql`update devices set label = null where device_id = ${reported.device_id}`.execute(server.db)
  const { code, columns, gps_coords } = await positions()
  expect(code).toBe(200)
  expect(columns).toEqual(['device_id', 'latitude', 'longitude', 'percent', 'level', 'label'])
  const rowOf = ({ device_id }: { device_id: number }) => gps_coords.find(([id]) => id === device_id)
  expect(rowOf(entered)).toEqual([entered.device_id, 30.25, -97.75, 10, 'urgent', label])
  expect(rowOf(reported)).toEqual([reported.device_id, 41.5, -93.0625, null, 'offline', expect.any(String)])
  expect(rowOf(nowhere)).toBeUndefined()
})

test('a map of nothing is an empty list', async () => {
  expect(await positions('search=nothing%20is%20called%20so')).toMatchObject({ code: 200, gps_coords: [] })
})
