import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test("a compartment's last product is shown before loading, and refuses an incompatible one", async () => {
  const admin = (method: string, path: string, body?: object) =>
    server.as('administrator').call(method, path, body)
  const gasoline = await testProduct(server, { grade: 'Gasoline', not_followed_by: 'Kerosene' })
  const kerosene = await testProduct(server, { grade: 'Kerosene' })
  const company_id = COMPANY.customer
  const truck = await admin('POST', '/tanker_trucks', {
    ...{ company_id, truck_name: 'Bobtail', num_of_compartments: 2, compartment1: 4000, compartment2: 3000 },
    ...{ max_weight: 5000, payload: 6000, gvwr: 12_000 },
  })
  const { truck_id } = truck.body.tanker_truck
  const driver = await admin('POST', '/people', { company_id, first_name: 'Dee', last_name: 'Driver' })
  const load = (product_id: number) => ({ product_id, quantity_ordered: 100, compartment: 1 })
  const plan = (load_date: string, product_id: number) =>
    admin('POST', '/shipment_planner', {
      ...{ company_id, truck_id, load_date, delivered_by: driver.body.person.people_id },
      details: [load(product_id)],
    })
  const lastFor = (who: 'administrator' | 'dispatcher' | 'stranger' | 'vendor') =>
    server.as(who).call('GET', `/shipment_planner/last_products?truck_id=${truck_id}`)

  expect((await lastFor('dispatcher')).body.last_products).toEqual([
    { truck_id, last_products: [null, null], carried: [null, null] },
  ])
  const first = await plan('2026-11-21', gasoline.product_id)
  const { shipment_id } = first.body.shipment_planner
  const left = await admin('POST', `/shipment_planner/${shipment_id}/status`, { status: 'in route' })
  expect(left.status, left.raw).toBe(200)

  const carried = { product_id: gasoline.product_id, grade: 'Gasoline', not_followed_by: 'Kerosene' }
  expect((await lastFor('dispatcher')).body.last_products).toEqual([
    { truck_id, last_products: [carried, null], carried: [null, null] },
  ])
  expect(await plan('2026-11-22', kerosene.product_id)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'details.0.compartment', rule: 'needs_cleaning' }] },
  })
  const clean = (who: 'dispatcher' | 'driver', body: object) =>
    server.as(who).call('POST', `/tanker_trucks/${truck_id}/cleanings`, body)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await clean('dispatcher', { compartment: 3, cleaned_at: tomorrow })).body.errors).toMatchObject([
    { field: 'compartment', rule: 'compartment_missing' },
    { field: 'cleaned_at', rule: 'in_future' },
  ])
  const { body: strange } = await admin('POST', '/tanker_trucks', {
    ...{ company_id: COMPANY.stranger, truck_name: 'Other', num_of_compartments: 1, compartment1: 4000 },
    ...{ max_weight: 5000, payload: 6000, gvwr: 12_000 },
  })
  const address = `/tanker_trucks/${strange.tanker_truck.truck_id}/cleanings`
  expect((await server.as('dispatcher').call('POST', address, { compartment: 1 })).status).toBe(404)
  expect((await clean('driver', { compartment: 1 })).status).toBe(405)
  // A cleaning before the last product does not lift its restriction.
  await clean('dispatcher', { compartment: 1, cleaned_at: '2026-01-01T00:00:00Z' })
  await clean('dispatcher', { compartment: 2 })
  expect((await plan('2026-11-22', kerosene.product_id)).status).toBe(422)
  const cleaned = await clean('dispatcher', { compartment: 1 })
  expect(cleaned.body.cleaning, cleaned.raw).toMatchObject({ compartment: 1 })
  expect((await lastFor('dispatcher')).body.last_products).toEqual([
    { truck_id, last_products: [null, null], carried: [null, null] },
  ])
  expect((await plan('2026-11-22', kerosene.product_id)).status).toBe(200)
  expect((await lastFor('stranger')).status).toBe(404)
  expect((await lastFor('vendor')).status).toBe(405)
})
