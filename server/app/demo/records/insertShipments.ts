import { sql } from 'kysely'
import { SHIPMENT_STATUS, type ShipmentStatus } from '#core/domains/shipments/shipmentStatus.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { usGallonsToLitres } from '#core/platform/numbers/units.ts'
import { updateStops } from '#server/domains/shipments/updateStops.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertRows, readIds } from './insertRows.ts'

/** A round as written; quantities in US gallons. */
export interface ShipmentRow {
  truck: { company_id: number; truck_id: number; driver_id: number | null }
  status: ShipmentStatus
  /** YYYY-MM-DD */
  day: string
  created_at: Date
  left_at: Date | null
  delivered_at: Date | null
  loads: readonly {
    product_id: number
    device_ports_id: number
    label: string
    compartment: number
    quantity: number
    delivered: number | null
  }[]
}

/** Writes rounds with their loads and stops. @returns the ids of each and of its loads */
export async function insertShipments(
  db: Database,
  rounds: readonly ShipmentRow[],
): Promise<{ shipment_id: number; details: number[] }[]> {
  const unit_id = getOrThrow(await readIds(db, 'units_of_measure', 'id', 'code'), 'gal')
  const created: { shipment_id: number; details: number[] }[] = []
  for (const { truck, status, day, loads, created_at, left_at, delivered_at } of rounds) {
    const { company_id, truck_id, driver_id: delivered_by } = truck
    const times = { created_at, left_at, delivered_at, updated_at: delivered_at ?? left_at ?? created_at }
    const round = { company_id, truck_id, delivered_by, status_id: SHIPMENT_STATUS[status], ...times }
    const [shipment_id = 0] = await insertRows(db, 'shipment_planners', [
      { ...round, load_date: day, deliver_date: day },
    ])
    const rows = loads.map(({ label: ship_location_label, ...load }, sort_order) => ({
      ...{ ...load, shipment_id, sort_order, company_id, unit_id, ship_location_label },
      ...{ quantity_ordered: Math.round(usGallonsToLitres(load.quantity)), delivered_unit_id: unit_id },
    }))
    const details = await insertRows(db, 'shipment_planner_details', rows)
    await updateStops({ db, now: created_at }, shipment_id)
    created.push({ shipment_id, details })
  }
  await sql`update shipment_stops s set created_at = p.created_at, updated_at = p.created_at from shipment_planners p
    where p.shipment_id = s.shipment_id and p.shipment_id = any(${created.map((item) => item.shipment_id)})`.execute(
    db,
  )
  return created
}
