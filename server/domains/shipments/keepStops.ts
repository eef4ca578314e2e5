import { sql } from 'kysely'
import { matchStops } from '#core/domains/shipments/stops.ts'
import type { Database } from '#server/platform/database.ts'

interface StopRow {
  stop_id: number
  company_id: number | null
  site_id: number | null
  place: string
  sequence: number
  status: string
  latitude: string | null
  longitude: string | null
}

/** A load with what tells its stop, and where its tank or the tank of its order stands: at its site, as far as that has a position. */
interface PlacedLoad {
  shipment_detail_id: number
  stop_id: number | null
  company_id: number | null
  site_id: number | null
  ship_location_label: string | null
  ship_address1: string | null
  ship_city: string | null
  latitude: string | null
  longitude: string | null
}

/**
 * Keeps the stops of a round in step with its loads. What is known of a stop that stays, its place in the round and its
 * planned time among it, stays. The caller holds the round.
 */
export async function keepStops(
  { db, now }: { db: Database; now: Date },
  shipment_id: number,
): Promise<void> {
  const { rows: kept } = await sql<StopRow>`
    select stop_id, company_id, site_id, place, sequence, status, latitude::text as latitude, longitude::text as longitude
    from shipment_stops where shipment_id = ${shipment_id} order by sequence`.execute(db)
  const { rows: loads } = await sql<PlacedLoad>`
    select d.shipment_detail_id, d.stop_id, d.company_id, d.ship_location_label, d.ship_address1, d.ship_city,
      z.site_id, coalesce(z.latitude, v.latitude)::text as latitude,
      coalesce(z.longitude, v.longitude)::text as longitude
    from shipment_planner_details d left join device_ports t using (device_ports_id)
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
      left join devices v on v.device_id = coalesce(t.device_id, o.device_id)
      left join sites z on z.site_id = coalesce(o.site_id, v.site_id)
    where d.shipment_id = ${shipment_id} order by d.sort_order, d.shipment_detail_id`.execute(db)
  const stops = matchStops(
    kept.map((stop) => ({ ...stop, isBegun: stop.status !== 'planned' })),
    loads,
  )
  await sql`delete from shipment_stops where shipment_id = ${shipment_id}
    and stop_id <> all(${stops.flatMap(({ stop_id }) => stop_id ?? [])})`.execute(db)
  for (const [index, { stop_id, company_id, place, loads: some }] of stops.entries()) {
    const at = some.find(({ latitude, longitude }) => latitude !== null && longitude !== null)
    const values = {
      sequence: index + 1,
      company_id,
      site_id: some.find(({ site_id }) => site_id !== null)?.site_id ?? null,
      place,
      latitude: at?.latitude ?? null,
      longitude: at?.longitude ?? null,
    }
    const before = kept.find((stop) => stop.stop_id === stop_id)
    const id = before
      ? await changeStop({ db, now }, before, values)
      : await db
          .insertInto('shipment_stops')
          .values({ shipment_id, ...values })
          .returning('stop_id')
          .executeTakeFirstOrThrow()
          .then(({ stop_id: made }) => Number(made))
    const strayed = some.filter((load) => load.stop_id !== id).map((load) => load.shipment_detail_id)
    if (strayed.length === 0) continue
    await sql`update shipment_planner_details set stop_id = ${id}
      where shipment_detail_id = any(${strayed})`.execute(db)
  }
}

type StopValues = Pick<StopRow, 'sequence' | 'company_id' | 'site_id' | 'place' | 'latitude' | 'longitude'>

async function changeStop(
  { db, now }: { db: Database; now: Date },
  before: StopRow,
  values: StopValues,
): Promise<number> {
  const isSame = Object.entries(values).every(([name, value]) => before[name as keyof StopValues] === value)
  if (!isSame) {
    await db
      .updateTable('shipment_stops')
      .set({ ...values, updated_at: now })
      .where('stop_id', '=', before.stop_id)
      .execute()
  }
  return before.stop_id
}
