import { sql } from 'kysely'
import { replayEvents, type StopFacts, type StopState } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverEvent } from '#core/domains/shipments/driver/driverEvents.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import type { Values } from '#core/platform/values.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The parts of a load at a stop that its deliveries need. */
export interface StopLoad {
  shipment_detail_id: number
  device_ports_id: number | null
  device_id: number | null
  product_id: number
  product_group: string
  specific_gravity: number
  unit_id: number
}

interface StoredEvent {
  event_id: string
  shipment_id: number
  stop_id: number | null
  kind: string
  at: string
  body: Values
}

/** The valid events of some stops, in the order received. */
export async function readCountingEvents(
  db: Database,
  stop_ids: readonly number[],
): Promise<(DriverEvent & { stop_id: number })[]> {
  const { rows } = await sql<StoredEvent>`
    select event_id, shipment_id, stop_id, kind, at, body from driver_events
    where stop_id = any(${stop_ids}) and outcome = 'applied' order by received`.execute(db)
  return rows as (DriverEvent & { stop_id: number })[]
}

/** The state of a stop so far, and its loads. */
export async function readStopState(
  db: Database,
  stop_id: number,
): Promise<{ facts: StopFacts; stop: StopState; loads: StopLoad[] }> {
  const { rows: loads } = await sql<StopLoad>`
    select d.shipment_detail_id, d.device_ports_id, coalesce(t.device_id, o.device_id) as device_id, d.product_id,
      p.product_group, p.specific_gravity::float8 as specific_gravity, d.unit_id
    from shipment_planner_details d join tank_products p using (product_id)
      left join device_ports t using (device_ports_id)
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
    where d.stop_id = ${stop_id} order by d.sort_order, d.shipment_detail_id`.execute(db)
  const facts = {
    loads: loads.map(({ shipment_detail_id, product_group }) => ({
      shipment_detail_id,
      isGas: product_group === LIQUEFIED_GAS,
    })),
  }
  return { facts, stop: replayEvents(await readCountingEvents(db, [stop_id]), facts), loads }
}
