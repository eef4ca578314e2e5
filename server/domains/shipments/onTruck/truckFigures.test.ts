import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { truck_figures } from '#core/domains/shipments/trucks/truck_figures.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testTruck } from '#server/app/testing/deliveries.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
let gallon: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
  const { body } = await admin('GET', '/units_of_measure?options=1')
  gallon = body.units_of_measure.find((unit: { code: string | null }) => unit.code === 'gal').id
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
async function round(truck_id: number, days: number) {
  const { body, raw } = await admin('POST', '/shipment_planner', {
    ...{ company_id: COMPANY.customer, truck_id, load_date: dayIn(days) },
    details: [{ product_id, quantity: '10', unit_id: gallon, compartment: 1 }],
  })
  expect(body.shipment_planner, raw).toBeTruthy()
  return body.shipment_planner
}
const listed = async (truck_id: number, as: 'administrator' | 'employee' = 'administrator') => {
  const { body } = await server
    .as(as)
    .call('GET', `/tanker_trucks?page_size=100&fields=truck_name,${Object.keys(truck_figures.fields)}`)
  return body.tanker_trucks.find((truck: { truck_id: number }) => truck.truck_id === truck_id)
}
const none = { round_id: null, round_number: null, round_day: null, round_stops: null }

test('a list of trucks shows the current round of each truck, or else its next one', async () => {
  const truck_id = await testTruck(server)
  expect(await listed(truck_id)).toMatchObject(none)
  await round(truck_id, -9)
  expect(await listed(truck_id)).toMatchObject(none)
  const later = await round(truck_id, 3)
  const first = await round(truck_id, 2)
  expect(await listed(truck_id)).toMatchObject({
    ...{ round_id: first.shipment_id, round_number: first.shipment_number, round_status_id: 1 },
    ...{ round_day: dayIn(2), round_stops: 1, round_closed_stops: 0 },
  })
  await sql`update shipment_planners set status_id = 2 where shipment_id = ${later.shipment_id}`.execute(
    server.db,
  )
  expect(await listed(truck_id)).toMatchObject({ round_id: later.shipment_id, round_status_id: 2 })
  const columns = 'round_number,round_status_id'
  const file = await admin('GET', `/tanker_trucks/export?format=csv&columns=${columns}`)
  expect(file.raw).toContain(`${later.shipment_number},In route`)
})

test('but no round to a user who may not read rounds', async () => {
  const truck_id = await testTruck(server)
  await round(truck_id, 2)
  expect((await listed(truck_id, 'employee')).round_id).not.toBeNull()
  await sql`update permission_templates set permissions = permissions - 'shipment_planners.read'
    where login_type_id = 'employee'`.execute(server.db)
  await server.forgetRights()
  expect(await listed(truck_id, 'employee')).toMatchObject({ truck_id, ...none })
})
