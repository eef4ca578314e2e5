import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { litresToUsGallons } from '#core/platform/numbers/units.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const read = async (path: string) => (await server.as('customer').call('GET', path)).body
const MINUTE = 60_000

/** A device with tanks at these levels in percent, 20 mm a percent. */
async function deviceWithTanks(...percents: number[]) {
  const device = await deviceWithTank(server)
  const id = device.device_id
  for (const index of percents.keys()) {
    if (index === 0) continue
    // A copy of the first tank.
    await sql`insert into device_ports overriding system value select (jsonb_populate_record(p, jsonb_build_object(
        'device_ports_id', nextval(pg_get_serial_sequence('device_ports', 'device_ports_id')),
        'port_number', ${index + 1}::int))).*
      from device_ports p where device_id = ${id} and port_number = 1`.execute(server.db)
  }
  const ports = percents.map((percent, index) => ({ port: index + 1, value: percent * 20 }))
  await device.send({ records: [record(Date.now() - MINUTE, 0, { ports })] })
  return device
}

test('a filter by state finds tanks: no fine tank is listed under "urgent", and the figures count the same', async () => {
  const both = await deviceWithTanks(5, 80)
  const full = await deviceWithTanks(70)
  const urgent = await read('/devices?level=urgent&page_size=100')
  expect(urgent.devices.map(({ device_id }: { device_id: number }) => device_id)).toEqual([both.device_id])
  expect(urgent.devices[0].ports.map(({ level }: { level: string }) => level)).toEqual(['urgent'])
  // The device is also found by its other tank.
  const fine = await read('/devices?level=fine&page_size=100')
  expect(fine.devices.map(({ device_id }: { device_id: number }) => device_id).sort()).toEqual(
    [both.device_id, full.device_id].sort(),
  )
  expect(
    fine.devices.flatMap(({ ports }: { ports: { level: string }[] }) => ports.map(({ level }) => level)),
  ).toEqual(['fine', 'fine'])
  expect(
    (await read('/devices?page_size=100')).devices.map(({ ports }: { ports: [] }) => ports.length).sort(),
  ).toEqual([1, 2])
  expect((await read('/devices/fleet_status')).fleet).toMatchObject({ urgent: 1, fine: 2, total: 3 })
  expect((await read('/devices/fleet_status?level=urgent')).fleet).toMatchObject({
    urgent: 1,
    fine: 0,
    total: 1,
  })
})

test('devices sort by their level and by when they run out', async () => {
  const [low, high] = [await deviceWithTanks(20), await deviceWithTanks(90, 60)]
  const runsOut = (id: number, port: number, days: number, madeAt: string) =>
    sql`update port_states set days_to_empty = ${days}, forecast_at = now() - ${madeAt}::interval
      where device_id = ${id} and port_number = ${port}`.execute(server.db)
  // An older forecast has less left: 3 days as of yesterday sort before 2.5 days as of now.
  await runsOut(high.device_id, 1, 30, '0')
  await runsOut(high.device_id, 2, 3, '1 day')
  await runsOut(low.device_id, 1, 2.5, '0')
  const order = async (sort: string) =>
    (await read(`/devices?sort=${sort}&page_size=100`)).devices
      .map(({ device_id }: { device_id: number }) => device_id)
      .filter((id: number) => [low.device_id, high.device_id].includes(id))
  expect(await order('percent')).toEqual([low.device_id, high.device_id])
  expect(await order('-percent')).toEqual([high.device_id, low.device_id])
  expect(await order('days_to_empty')).toEqual([high.device_id, low.device_id])
  expect(await order('-days_to_empty')).toEqual([low.device_id, high.device_id])
  // An unwatched tank never runs out.
  await sql`delete from port_states where device_id = ${high.device_id} and port_number = 2`.execute(
    server.db,
  )
  expect(await order('days_to_empty')).toEqual([low.device_id, high.device_id])
  const file = await server.as('customer').call('GET', '/devices/export?format=csv&sort=days_to_empty')
  expect(file.status).toBe(200)
})

test('devices sort by urgency: by level, then by remaining percent, silent devices before full ones', async () => {
  const overfull = await deviceWithTanks(99)
  const [fuller, emptier] = [await deviceWithTanks(12), await deviceWithTanks(80, 4)]
  const [fine, silent] = [await deviceWithTanks(60), await deviceWithTanks(70)]
  const never = await deviceWithTank(server)
  // Overdue, too: otherwise judging its report later would close the alert again.
  await sql`update device_states set is_offline = true, due_at = now() - interval '1 hour'
    where device_id = ${silent.device_id}`.execute(server.db)
  const expected = [emptier, fuller, overfull, silent, fine, never].map(({ device_id }) => device_id)
  const order = async (sort: string) =>
    (await read(`/devices?sort=${sort}&page_size=100`)).devices
      .map(({ device_id }: { device_id: number }) => device_id)
      .filter((id: number) => expected.includes(id))
  expect(await order('urgency')).toEqual(expected)
  expect(await order('-urgency')).toEqual(expected.toReversed())
})

test('devices sort by the room of their worst tank, which every writer of levels keeps up to date', async () => {
  const [low, high] = [await deviceWithTanks(20), await deviceWithTanks(90, 60)]
  const never = await deviceWithTank(server)
  const expected = [low, high, never].map(({ device_id }) => device_id)
  const order = async (sort: string) =>
    (await read(`/devices?sort=${sort}&page_size=100`)).devices
      .map(({ device_id }: { device_id: number }) => device_id)
      .filter((id: number) => expected.includes(id))
  const roomOf = async (id: number) =>
    (
      await sql<{
        room: number | null
      }>`select room::float8 from device_states where device_id = ${id}`.execute(server.db)
    ).rows[0]?.room
  // 95 % of 2,000 L may be filled; of two fine tanks, the emptier one counts.
  expect([await roomOf(low.device_id), await roomOf(high.device_id)]).toEqual([1500, 700])
  const tanks = (await read(`/devices/${high.device_id}`)).device.ports
  expect(tanks.map(({ room }: { room: number }) => Math.round(room))).toContain(
    Math.round(litresToUsGallons(700)),
  )
  expect(await order('room')).toEqual([high, low, never].map(({ device_id }) => device_id))
  expect(await order('-room')).toEqual([low, high, never].map(({ device_id }) => device_id))
  // Another limit, another size, and an entered level: the room follows.
  const ports = (await read(`/devices/${low.device_id}/ports`)).device_ports
  const path = `/devices/${low.device_id}/ports/${ports[0].device_ports_id}`
  const change = async (body: object) => {
    const response = await server.as('administrator').call('PATCH', path, body)
    expect(response.status, response.raw).toBe(200)
  }
  await change({ max_fill: '50' })
  expect(await roomOf(low.device_id)).toBe(600)
  expect(await order('-room')).toEqual([high, low, never].map(({ device_id }) => device_id))
  await change({ metric_width: '2000', def_liters: '4000' })
  expect(await roomOf(low.device_id)).toBe(1200)
})

test('these orders are read along an index, in either direction', async () => {
  const plan = await server.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    await sql`set local enable_sort = off`.execute(db)
    const explained = async (order: string) =>
      JSON.stringify(
        (
          await sql`explain select device_id from device_states order by ${sql.raw(order)} limit 5`.execute(
            db,
          )
        ).rows,
      )
    return {
      device_states_by_urgency: [
        await explained('urgency, device_id'),
        await explained('urgency desc, device_id desc'),
      ],
      device_states_by_room: [
        await explained('room, device_id'),
        await explained('room desc nulls last, device_id desc'),
      ],
    }
  })
  for (const [index, plans] of Object.entries(plan))
    for (const item of plans) {
      expect(item).toContain(index)
      expect(item).not.toContain('Sort')
    }
})

test('records whose title is a code are offered with their display name', async () => {
  const device = await deviceWithTank(server, { device: { label: 'Tank at the river' } })
  const { devices } = await read('/devices?options=1')
  const found = devices.find(({ device_id }: { device_id: number }) => device_id === device.device_id)
  expect(found).toEqual({
    device_id: device.device_id,
    label: device.public_id,
    known_as: 'Tank at the river',
    name: 'Tank at the river',
    company_title: expect.any(String),
    percent: null,
  })
})

test('devices are found by the product of a tank that is in use', async () => {
  const [diesel, other] = [await deviceWithTanks(50), await deviceWithTanks(50)]
  const { product_id } = await testProduct(server, { product_name: 'Only here' })
  await sql`update device_ports set product_id = ${product_id} where device_id in (${diesel.device_id}, ${other.device_id})`.execute(
    server.db,
  )
  await sql`update device_ports set active = 0 where device_id = ${other.device_id}`.execute(server.db)
  const found = await read(`/devices?product_id=${product_id}`)
  expect(found.devices.map(({ device_id }: { device_id: number }) => device_id)).toEqual([diesel.device_id])
  expect((await server.as('customer').call('GET', '/devices?product_id=x')).status).toBe(400)
})
