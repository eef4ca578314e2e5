import { devices } from '#core/domains/devices/devices.ts'
import { COMPANY } from './accounts.ts'
import { exampleOf } from './examples.ts'
import type { Answer, TestServer } from './startTestServer.ts'

export interface TestDevice {
  device_id: number
  public_id: string
  key: string
  /** Sends a batch over HTTP, as the device would. */
  send: (body: unknown, key?: string) => Promise<Answer>
}

const HEIGHT = 2000
/** A tank of 1 m² and 2 m height holds 2,000 L down to the bottom: a millimetre is a litre, a percent is 20 mm. */
const TANK = {
  metric_length: '1000',
  metric_width: '1000',
  metric_height: String(HEIGHT),
  def_liters: '2000',
  sensor_offset: '1',
  reorder_yellow: '30',
  reorder_red: '15',
  unusable_bottom: '0',
}

/** A device of some company with one rectangular tank and a sensor that reports the height in mm. */
export async function deviceWithTank(
  server: TestServer,
  { company = COMPANY.customer as number, tank = {}, device = {} } = {},
): Promise<TestDevice> {
  const admin = server.as('administrator')
  const make = async (path: string, single: string, body: object) => {
    const response = await admin.call('POST', path, body)
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
    return response.body[single]
  }
  const example = await exampleOf(server, devices, company)
  const created = await make('/devices', 'device', { ...example, ...device })
  const type = await make('/tank_types', 'tank_type', {
    tank_type: 'Box',
    slug: `box_${created.device_id}`,
    formula: 'L*W*h/1e6',
  })
  const sensor = await make('/sensor_types', 'sensor_type', {
    sensor_type: 'Float',
    sensor_description: 'Height',
    measure: 'height',
    imperial_symbol: 'in',
    metric_symbol: 'mm',
  })
  await make(`/devices/${created.device_id}/ports`, 'device_port', {
    port_number: 1,
    tank_type_id: type.tank_type_id,
    sensor_type_id: sensor.sensor_type_id,
    ...TANK,
    ...tank,
  })
  const { body } = await admin.call('PATCH', `/devices/${created.device_id}/reprovision`, {})
  const send = (batch: unknown, key: string = body.device_key) =>
    server.as(null).call('POST', '/uplink', batch, { 'x-device-key': key })
  return { device_id: created.device_id, public_id: created.public_id, key: body.device_key, send }
}

/** A record of the one port, in percent of the tank. */
export function record(time: number, percent: number, more: object = {}): object {
  return {
    time: new Date(time).toISOString(),
    battery: 3.9,
    signal: 20,
    ports: [{ port: 1, value: (percent / 100) * HEIGHT }],
    ...more,
  }
}
