import { sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { keepStops } from '#server/domains/shipments/keepStops.ts'
import type { Database } from '#server/platform/database.ts'

/** Writes the stops of the demo's rounds; those of a finalized one are done. */
export async function insertStops(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from shipment_planners order by shipment_id`.execute(db)
  for (const { shipment_id } of rows) await keepStops({ db, now: new Date(now) }, shipment_id)
  await sql`update shipment_stops set status = 'done'
    where shipment_id in (select shipment_id from shipment_planners where status_id = ${SHIPMENT_STATUS.finalized})`.execute(
    db,
  )
}
