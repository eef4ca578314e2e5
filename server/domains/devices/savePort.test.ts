import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A box of 1 m x 1 m x 2 m with a height sensor, and its port. */
async function box() {
  const device = await deviceWithTank(server)
  const { rows } = await sql<{ id: number; tank_type_id: number; sensor_type_id: number }>`
    select device_ports_id as id, tank_type_id, sensor_type_id from device_ports
    where device_id = ${device.device_id}`.execute(server.db)
  const port = rows[0]!
  const change = (body: object) =>
    server.as('administrator').call('PATCH', `/devices/${device.device_id}/ports/${port.id}`, body)
  return { device, port, change }
}
const rulesOf = ({ status, body }: { status: number; body: any }) => [
  status,
  ...(body.errors ?? []).map(({ field, rule }: any) => `${field} ${rule}`),
]
const tankOf = async (device: TestDevice) =>
  (await server.as('customer').call('GET', `/devices/${device.device_id}`)).body.device.ports[0]

describe('the size of a tank on a port', () => {
  test('is required, in one unit system or the other', async () => {
    const { device, port } = await box()
    await sql`delete from device_ports where device_id = ${device.device_id}`.execute(server.db)
    const admin = server.as('administrator')
    const make = (body: object) =>
      admin.call('POST', `/devices/${device.device_id}/ports`, {
        port_number: 1,
        sensor_offset: '1',
        ...body,
      })
    expect(rulesOf(await make({}))).toEqual([
      422,
      'def_liters required',
      'metric_diameter required',
      'metric_height required',
      'metric_width required',
      'metric_length required',
    ])
    const { tank_type_id } = port
    expect(rulesOf(await make({ tank_type_id, imperial_length: '40', imperial_width: '40' }))).toEqual([
      422,
      'imperial_height required',
      'def_us_gallons required',
    ])
    const size = { metric_length: '1000', metric_width: '1000', metric_height: '2000', def_liters: '2000' }
    expect(rulesOf(await make({ tank_type_id, ...size }))).toEqual([200])
  })

  test('needs no sensor offset where a dial shows the percent', async () => {
    const { device, port } = await box()
    await sql`delete from device_ports where device_id = ${device.device_id}`.execute(server.db)
    const typeOf = async (measure: string) => {
      const { body } = await server.as('administrator').call('POST', '/sensor_types', {
        ...{ sensor_type: measure, sensor_description: measure, measure },
        ...{ imperial_symbol: '%', metric_symbol: '%' },
      })
      return body.sensor_type.sensor_type_id
    }
    const size = { metric_length: '1000', metric_width: '1000', metric_height: '2000', def_liters: '2000' }
    const make = async (measure: string) =>
      rulesOf(
        await server.as('administrator').call('POST', `/devices/${device.device_id}/ports`, {
          ...{
            port_number: 1,
            tank_type_id: port.tank_type_id,
            sensor_type_id: await typeOf(measure),
            ...size,
          },
        }),
      )
    expect(await make('distance')).toEqual([422, 'sensor_offset required'])
    expect(await make('volume_percent')).toEqual([200])
  })

  test('is refused if it contradicts the capacity, unless confirmed; an impossible size is always refused', async () => {
    const { change } = await box()
    expect(rulesOf(await change({ def_liters: '2300' }))).toEqual([422, 'def_liters capacity_differs'])
    expect(rulesOf(await change({ def_liters: '2300', capacity_confirmed: 1 }))).toEqual([200])
    expect(rulesOf(await change({ def_liters: '9999', capacity_confirmed: 1 }))).toEqual([
      422,
      'def_liters capacity_impossible',
    ])
    expect(rulesOf(await change({ metric_length: '250000' }))).toEqual([422, 'metric_length decimal_range'])
    expect(rulesOf(await change({ reorder_yellow: '40' }))).toEqual([200])
  })

  test('renews today’s level at once when it changes, without a delivery or loss', async () => {
    const { device, change } = await box()
    await device.send({ records: [record(Date.now() - 2000, 50)] })
    await server.settle()
    expect((await tankOf(device)).percent).toBeCloseTo(50, 3)
    await change({ metric_height: '4000', def_liters: '4000' })
    expect(await tankOf(device)).toMatchObject({ level: 'mild' })
    expect((await tankOf(device)).percent).toBeCloseTo(25, 3)
    await device.send({ records: [record(Date.now() - 1000, 50), record(Date.now(), 50)] })
    await server.settle()
    const { body } = await server
      .as('customer')
      .call('GET', `/alerts?device_id=${device.device_id}&status=open&page_size=9`)
    expect(body.alerts.map(({ level }: any) => level)).toEqual(['mild'])
    const { rows } = await sql`select from tank_changes where device_id = ${device.device_id}`.execute(
      server.db,
    )
    expect(rows).toHaveLength(0)
  })
})

test('a tank whose sensor is exchanged has no level, and no alert, until the new sensor’s first reading', async () => {
  const { device, change } = await box()
  const admin = server.as('administrator')
  const alerts = async () => {
    await server.settle()
    const { body } = await admin.call('GET', `/alerts?device_id=${device.device_id}&status=open&page_size=9`)
    return body.alerts.map(({ level }: { level: string }) => level)
  }
  await device.send({ records: [record(Date.now() - 3000, 40)] })
  expect(await alerts()).toEqual([])
  const { body } = await admin.call('POST', '/sensor_types', {
    ...{ sensor_type: 'Radar', sensor_description: 'From the top', measure: 'distance' },
    ...{ imperial_symbol: 'in', metric_symbol: 'mm' },
  })
  // As a distance, 800 mm is air: 60 % are left.
  expect((await change({ sensor_type_id: body.sensor_type.sensor_type_id })).status).toBe(200)
  expect(await tankOf(device)).toMatchObject({ level: 'unknown', percent: null })
  const air = { ...record(Date.now(), 0), ports: [{ port: 1, value: 1200 }] }
  await device.send({ records: [air] })
  expect(await alerts()).toEqual([])
  expect((await tankOf(device)).percent).toBeCloseTo(40, 0)
})

test('a tank can move only to another port of its company, and leaves its readings behind', async () => {
  const { device, port } = await box()
  const admin = server.as('administrator')
  const change = (body: object) => admin.call('PATCH', `/device_ports/${port.id}`, body)
  const foreign = await deviceWithTank(server, { company: COMPANY.stranger })
  await sql`update device_types set num_ports = 2`.execute(server.db)
  expect(rulesOf(await change({ device_id: foreign.device_id, port_number: 2 }))).toEqual([
    422,
    'device_id other_company',
  ])
  await device.send({ records: [record(Date.now() - 3000, 10)] })
  await server.settle()
  expect((await change({ port_number: 2 })).status).toBe(200)
  await server.settle()
  expect(await tankOf(device)).toMatchObject({ level: 'unknown', percent: null })
  const { body } = await admin.call('GET', `/alerts?device_id=${device.device_id}&status=open&page_size=9`)
  expect(body.alerts).toEqual([])
  const path = `/devices/${device.device_id}/ports/${port.id}`
  expect((await admin.call('POST', `${path}/levels`, { percent: 50 })).status).toBe(200)
  expect(await change({ port_number: 1 })).toMatchObject({
    ...{ status: 409, body: { message: expect.stringMatching(/^Levels were entered for this tank/) } },
  })
})

test('a tank from a manufacturer’s spec needs a capacity that fits its dimensions', async () => {
  const { port } = await box()
  const admin = server.as('administrator')
  const { body } = await admin.call('POST', '/tank_manufacturers', { manufacturer: 'Boxes & Co' })
  const { manufacturer_id } = body.tank_manufacturer
  const make = (more: object) =>
    admin.call('POST', '/tank_specs', {
      ...{ tank_name: 'Box', manufacturer_id, tank_type_id: port.tank_type_id },
      ...more,
    })
  const size = { metric_length: '1000', metric_width: '1000', metric_height: '2000' }
  expect(rulesOf(await make(size))).toEqual([422, 'def_liters required'])
  expect(rulesOf(await make({ ...size, def_liters: '400000' }))).toEqual([
    422,
    'def_liters capacity_impossible',
  ])
  expect(rulesOf(await make({ ...size, def_liters: '2200' }))).toEqual([422, 'def_liters capacity_differs'])
  expect(rulesOf(await make({ ...size, def_liters: '2000' }))).toEqual([200])
  expect(rulesOf(await make({ def_us_gallons: '500' }))).toEqual([200])
})
