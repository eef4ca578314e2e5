import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const HORIZONTAL = { tank_type: 'Lying', slug: 'lying_box', formula: 'segment(D,h)*L/1e6' }
const sizes = { metric_diameter: '2000', metric_length: '20000', metric_width: '0', metric_height: '0' }

/** Reads a port after a reading of `value`, on a device with a horizontal tank of 2 m by 20 m. */
async function readAt(value: number, tank: object, measure = 'height') {
  const admin = server.as('administrator')
  const created = async (path: string, single: string, body: object) => {
    const response = await admin.call('POST', path, body)
    expect(response.body, path).toMatchObject({ code: 200 })
    return response.body[single]
  }
  const slug = `lying_${Math.random().toString(36).slice(2)}`
  const type = await created('/tank_types', 'tank_type', { ...HORIZONTAL, slug })
  const sensor = await created('/sensor_types', 'sensor_type', {
    ...{ sensor_type: slug.slice(0, 40), sensor_description: 'Test', measure },
    ...{ imperial_symbol: 'in', metric_symbol: 'mm', accuracy: '10', resolution: '0' },
  })
  const device = await deviceWithTank(server, {
    tank: {
      ...{ tank_type_id: type.tank_type_id, sensor_type_id: sensor.sensor_type_id },
      ...{ ...sizes, def_liters: '62831.85', ...tank },
    },
  })
  const sent = await device.send({
    records: [{ time: new Date().toISOString(), battery: 3.9, ports: [{ port: 1, value }] }],
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const { body } = await admin.call('GET', `/devices/${device.device_id}`)
  return { device, port: body.device.ports[0] }
}

test("a tilt, a wall and the gauge's position change the volume of a height, at once and in both unit systems", async () => {
  const litresOf = ({ volume, volume_unit }: { volume: number; volume_unit: string }) =>
    volume_unit === 'gal' ? volume * 3.785411784 : volume
  const level = await readAt(1000, {})
  expect(litresOf(level.port)).toBeCloseTo(31_415.9, 0)
  // The hoof of Archimedes: half full at the lower end, dry at the upper.
  const tilted = await readAt(1000, { tilt: '5', metric_gauge_position: '10000' })
  expect(litresOf(tilted.port)).toBeCloseTo(13_333.3, 0)
  const admin = server.as('administrator')
  const { body } = await admin.call('GET', `/devices/${tilted.device.device_id}/ports`)
  expect(body.device_ports[0]).toMatchObject({ tilt: '5.00', imperial_gauge_position: '393.700787' })
  // Correcting the setup changes the current level at once.
  const path = `/devices/${tilted.device.device_id}/ports/${body.device_ports[0].device_ports_id}`
  expect((await admin.call('PATCH', path, { tilt: '0' })).body).toMatchObject({ code: 200 })
  const after = await admin.call('GET', `/devices/${tilted.device.device_id}`)
  expect(litresOf(after.body.device.ports[0])).toBeCloseTo(31_415.9, 0)
})

test('a dial in percent of the volume needs no shape', async () => {
  const { port } = await readAt(25, {}, 'volume_percent')
  expect(port.percent).toBeCloseTo(25, 3)
})

test('the margin of a volume is shown with its parts to users who may see the tank only', async () => {
  const { device } = await readAt(1000, {})
  const path = `/devices/${device.device_id}/volume_margin/1`
  const response = await server.as('customer').call('GET', path)
  const { margin, parts, unit } = response.body
  const litres = unit === 'gal' ? 3.785411784 : 1
  // 10 mm on a surface of 2 m by 20 m are 400 L; entered sides are 2 % of 31,416 L.
  expect(parts.map(({ part }: { part: string }) => part)).toEqual(['shape', 'sensor'])
  expect(parts[0].margin * litres).toBeCloseTo(628.3, 0)
  expect(parts[1].margin * litres).toBeCloseTo(400, 0)
  expect(margin * litres).toBeCloseTo(Math.hypot(628.3, 400), 0)
  expect((await server.as('stranger').call('GET', path)).status).toBe(404)
  expect((await server.as(null).call('GET', path)).status).not.toBe(200)
})

test('impossible heads are refused, and change nothing', async () => {
  const { device } = await readAt(1000, {})
  const admin = server.as('administrator')
  const { body } = await admin.call('GET', `/devices/${device.device_id}/ports`)
  const [port] = body.device_ports
  for (const change of [
    { tilt: '-1' },
    { tilt: '21' },
    { metric_wall: '1001' },
    { metric_dish_radius: '-5' },
  ]) {
    const refused = await admin.call(
      'PATCH',
      `/devices/${device.device_id}/ports/${port.device_ports_id}`,
      change,
    )
    expect(refused.status, JSON.stringify(change)).toBe(422)
  }
  const after = await admin.call('GET', `/devices/${device.device_id}/ports`)
  expect(after.body.device_ports[0]).toEqual(port)
})
