import { sql } from 'kysely'
import { SHIPMENT_STATUS, type ShipmentStatus } from '#core/domains/shipments/shipmentStatus.ts'
import type { Database } from '#server/platform/database.ts'

const DAY = 86_400_000

/** Days from today, status, and litres of each compartment's load. */
const ROUNDS: readonly [days: number, status: ShipmentStatus, litres: readonly number[]][] = [
  [1, 'draft', [3_200, 2_400]],
  [0, 'in_route', [2_800]],
  [-4, 'finalized', [3_600, 1_900]],
]

/** Writes the rounds of the demo's first truck, each with products of its own company. */
export async function insertShipments(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{ truck_id: number; company_id: number; driver_id: number | null }>`
    select truck_id, company_id, driver_id from tanker_trucks where truck_name = 'Bobtail 7' order by truck_id limit 1`.execute(
    db,
  )
  const truck = rows[0]
  if (!truck) return
  const { rows: products } = await sql<{ product_id: number }>`
    select product_id from tank_products where company_id = ${truck.company_id} and product_name like any(
      array['Diesel%', 'Gasoline%']) order by product_id`.execute(db)
  for (const [days, status, litres] of ROUNDS) {
    const isDone = status === 'finalized'
    const [shipment] = await db
      .insertInto('shipment_planners')
      .values({
        company_id: truck.company_id,
        truck_id: truck.truck_id,
        delivered_by: truck.driver_id,
        status_id: SHIPMENT_STATUS[status],
        load_date: dayOf(now + days * DAY),
        deliver_date: dayOf(now + days * DAY),
      })
      .returning('shipment_id')
      .execute()
    for (const [index, quantity] of litres.entries()) {
      await db
        .insertInto('shipment_planner_details')
        .values({
          shipment_id: shipment!['shipment_id'],
          sort_order: index,
          product_id: products[index % products.length]!.product_id,
          company_id: truck.company_id,
          compartment: index + 1,
          quantity_ordered: quantity,
          quantity_delivered: isDone ? quantity - index * 40 : null,
        })
        .execute()
    }
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
