import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Line = { ordered_port_id?: number }

/** A device with two tanks of one product, and those of them for which an order of it waits. */
async function orderedTanks(lineOf: (tanks: [number, number]) => Line) {
  const { product_id } = await testProduct(server)
  const { device_id } = await deviceWithTank(server, { tank: { product_id } })
  await sql`update device_types set num_ports = 2`.execute(server.db)
  const admin = server.as('administrator')
  const path = `/devices/${device_id}/ports`
  const [port] = (await admin.call('GET', path)).body.device_ports
  const { device_ports_id, tank_type_id, sensor_type_id } = port
  const second = await admin.call('POST', path, {
    ...{ port_number: 2, tank_type_id, sensor_type_id, product_id, def_liters: '2000' },
    ...{ metric_length: '1000', metric_width: '1000', metric_height: '2000', sensor_offset: '1' },
  })
  const tanks: [number, number] = [device_ports_id, second.body.device_port.device_ports_id]
  const line = { product_id, quantity: '100', unit_price: '1', ...lineOf(tanks) }
  await waitingOrder(server, { device_id, details: [line] })
  const { body } = await admin.call('GET', `/deliveries/coming?device_ports_ids=${tanks.join()}`)
  const ordered: number[] = body.coming_loads.flatMap(
    (load: { device_ports_ids: number[] }) => load.device_ports_ids,
  )
  return { tanks, ordered }
}

test('an order for one of several tanks waits for this tank only', async () => {
  const { tanks, ordered } = await orderedTanks(([, second]) => ({ ordered_port_id: second }))
  expect(ordered).toEqual([tanks[1]])
})

test('an order for no particular tank waits for all tanks with its product', async () => {
  const { tanks, ordered } = await orderedTanks(() => ({}))
  expect(ordered).toEqual(tanks)
})

test('a tank of another device has no effect', async () => {
  const other = await orderedTanks(() => ({}))
  const { tanks, ordered } = await orderedTanks(() => ({ ordered_port_id: other.tanks[0] }))
  expect(ordered).toEqual(tanks)
})
