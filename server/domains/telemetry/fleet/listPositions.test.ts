import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
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

test('the map has a row for each device with a position, entered rather than reported, with any text as label', async () => {
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

test('a map without devices is an empty list', async () => {
  expect(await positions('search=nothing%20is%20called%20so')).toMatchObject({ code: 200, gps_coords: [] })
})

describe('the map of many devices', () => {
  const MANY = 2_600
  const mapFor = async (account: 'customer' | 'stranger', query: string) =>
    (await server.as(account).call('GET', `/devices/gps_coords?${query}`)).body as {
      total: number
      bounds: number[] | null
      is_whole: number
      gps_coords: unknown[][]
      states: string[]
      clusters: [number, number, number[]][]
    }
  const countsIn = ({ clusters }: { clusters: [number, number, number[]][] }) =>
    clusters.flatMap(([, , counts]) => counts).reduce((sum, count) => sum + count, 0)

  beforeAll(async () => {
    // Evenly in a square of Texas, with one alone in Maine.
    await sql`insert into devices (public_id, label, company_id, device_type_id, mobile_provider_id, firmware_version_id,
        key_hash, latitude, longitude)
      select 'MAP-' || n, 'Many ' || n, ${COMPANY.customer}, (select min(device_type_id) from device_types),
        (select min(mobile_provider_id) from mobile_providers), (select min(firmware_version_id) from firmware_versions),
        sha256(('map' || n)::bytea), case n when 1 then 45.5 else 30 + (n % 50) * 0.02 end,
        case n when 1 then -69.25 else -98 + n / 50 * 0.02 end
      from generate_series(1, ${MANY}) n`.execute(server.db)
    await sql`update device_states s set level = 'urgent' from devices d
      where d.device_id = s.device_id and d.public_id in ('MAP-2', 'MAP-1')`.execute(server.db)
  })

  test('clusters devices that are close together, with their states, and shows single ones individually', async () => {
    const map = await mapFor('customer', 'search=Many&status=all&view=whole')
    expect(map).toMatchObject({ total: MANY, is_whole: 0 })
    expect(map.bounds!.map((degrees) => degrees.toFixed(2))).toEqual(['-98.00', '30.00', '-69.25', '45.50'])
    expect(map.gps_coords.map(([, ...place]) => place)).toEqual([[45.5, -69.25, null, 'urgent', 'Many 1']])
    expect(countsIn(map)).toBe(MANY - 1)
    expect(map.clusters.length).toBeLessThan(100)
    const urgent = map.states.indexOf('urgent')
    expect(map.clusters.filter(([, , counts]) => counts[urgent] === 1)).toHaveLength(1)
  })

  test('shows each device of a part with few', async () => {
    const map = await mapFor('customer', 'search=Many&status=all&view=-98.01,29.99,-97.95,31.01,9')
    expect(map.clusters).toEqual([])
    expect(map.gps_coords).toHaveLength(248)
    expect(map.gps_coords.every(([, , longitude]) => Number(longitude) < -97.91)).toBe(true)
    const close = await mapFor('customer', 'search=Many&status=all&view=-99,29,-96,32,8')
    expect(countsIn(close) + close.gps_coords.length).toBe(MANY - 1)
    expect(close.clusters.length).toBeGreaterThan(100)
  })

  test('shows each account’s own devices, by its filters', async () => {
    expect(await mapFor('stranger', 'search=Many&status=all&view=whole')).toMatchObject({
      total: 0,
      bounds: null,
    })
    const few = await mapFor('customer', 'search=Many%201&status=all&view=whole')
    expect(few).toMatchObject({ total: few.gps_coords.length, is_whole: 1, clusters: [] })
    expect(few.gps_coords.every(([, , , , , label]) => String(label).startsWith('Many 1'))).toBe(true)
  })

  test('refuses an invalid view', async () => {
    for (const view of ['1,2,3', 'a,b,c,d,e', '1,2,3,4,-1', '1,2,3,4,25']) {
      const { status } = await server.as('customer').call('GET', `/devices/gps_coords?view=${view}`)
      expect(status).toBe(400)
    }
  })
})
