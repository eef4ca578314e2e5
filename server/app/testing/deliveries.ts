import { toLitres } from '#core/platform/numbers/quantities.ts'
import { COMPANY } from './accounts.ts'
import type { TestServer } from './startTestServer.ts'

/** A truck with one compartment for any product, and room for its weight. */
export async function testTruck(server: TestServer): Promise<number> {
  const { body } = await server.as('administrator').call('POST', '/tanker_trucks', {
    truck_name: 'Bobtail',
    company_id: COMPANY.customer,
    num_of_compartments: 1,
    compartment1: 900_000,
    max_weight: 900_000,
    payload: 900_000,
    gvwr: 999_000,
  })
  return body.tanker_truck.truck_id
}

interface Brought {
  truck_id: number
  product_id: number
  document_detail_id: number
  /** Quantity in the unit whose size in litres is `factor`. */
  quantity: string
  factor: string
}

let rounds = 0

/** Runs a whole round, from its plan to its end, that delivers part of an order's line. */
export async function deliverOrderLine(server: TestServer, delivered: Brought): Promise<void> {
  const { truck_id, product_id, document_detail_id, quantity, factor } = delivered
  const litres = toLitres(quantity, { measure: 'volume', factor })!
  const admin = async (path: string, body: object) => {
    const response = await server.as('administrator').call('POST', `/shipment_planner${path}`, body)
    if (response.status !== 200) throw new Error(JSON.stringify(response.body))
    return response.body.shipment_planner
  }
  rounds += 1
  const driver = { first_name: 'Dee', last_name: 'Driver', company_id: COMPANY.customer }
  const { person } = (await server.as('administrator').call('POST', '/people', driver)).body
  const { shipment_id, details } = await admin('', {
    company_id: COMPANY.customer,
    truck_id,
    delivered_by: person.people_id,
    load_date: new Date(Date.UTC(2025, 0, rounds)).toISOString().slice(0, 10),
    details: [
      { product_id, document_detail_id, compartment: 1, quantity_ordered: Math.ceil(Number(litres)) },
    ],
  })
  for (const status of ['in route', 'delivered']) await admin(`/${shipment_id}/status`, { status })
  const { shipment_detail_id } = details[0]
  await admin(`/${shipment_id}/finalize`, {
    details: [{ shipment_detail_id, quantity_delivered: Number(litres).toFixed(3) }],
  })
}
