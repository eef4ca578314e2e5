import { sql } from 'kysely'
import { matchStops } from '#core/domains/shipments/stops.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import type { Database } from '#server/platform/database/database.ts'

interface StopRow {
  stop_id: number
  company_id: number | null
  site_id: number | null
  place: string
  sequence: number
  status: string
  latitude: string | null
  longitude: string | null
  planned_arrival: Date | string | null
}

/** A load with the facts that determine its stop, and the position of its site, its tank or its order's device. */
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

interface Changes {
  /** The loads were reordered; their stops follow. */
  isOrderOfLoads?: boolean
  /** The day or the truck has changed; no planned time holds any more. */
  isRescheduled?: boolean
}

/**
 * Updates the stops of a round to match its loads. A remaining stop keeps its data and its position, and also its
 * planned time as long as the stops before it are the same. Reorders the loads to follow the stops, so that both have one
 * order. The caller has locked the round.
 * @returns the index of the first stop whose planned time was dropped; null if all times hold
 */
export async function updateStops(
  { db, now }: { db: Database; now: Date },
  shipment_id: number,
  { isOrderOfLoads = false, isRescheduled = false }: Changes = {},
): Promise<{ untimedFrom: number | null }> {
  const { rows: stored } = await sql<StopRow>`
    select stop_id, company_id, site_id, place, sequence, status, latitude::text as latitude, longitude::text as longitude,
      planned_arrival
    from shipment_stops where shipment_id = ${shipment_id} order by sequence`.execute(db)
  const loads = await readPlacedLoads(db, shipment_id)
  const matched = matchStops(
    stored.map((stop) => ({ ...stop, isBegun: stop.status !== 'planned' })),
    loads,
  )
  const stops = isOrderOfLoads ? inOrderOfLoads(matched, loads) : matched
  const changedFrom = isRescheduled
    ? 0
    : stops.findIndex(({ stop_id }, index) => stop_id !== stored[index]?.stop_id)
  await sql`delete from shipment_stops where shipment_id = ${shipment_id}
    and stop_id <> all(${stops.flatMap(({ stop_id }) => stop_id ?? [])})`.execute(db)
  for (const [index, { stop_id, company_id, place, loads: some }] of stops.entries()) {
    const values = {
      ...{ sequence: index + 1, company_id, place },
      ...positionOf(some),
      ...(changedFrom >= 0 && index >= changedFrom && { planned_arrival: null }),
    }
    const before = stored.find((stop) => stop.stop_id === stop_id)
    const id = before
      ? await changeStop({ db, now }, before, values)
      : await insertStop(db, shipment_id, values)
    const strayed = some.filter((load) => load.stop_id !== id).map((load) => load.shipment_detail_id)
    if (strayed.length === 0) continue
    await sql`update shipment_planner_details set stop_id = ${id}
      where shipment_detail_id = any(${strayed})`.execute(db)
  }
  await followStops(db, shipment_id)
  const isTimed = stored.some(({ planned_arrival }) => planned_arrival !== null)
  return { untimedFrom: isTimed && changedFrom >= 0 ? changedFrom : null }
}

/** Sorts stops by their first loads; a stop without loads comes first, because it has begun. */
function inOrderOfLoads<S extends { loads: readonly PlacedLoad[] }>(
  stops: readonly S[],
  loads: readonly PlacedLoad[],
): S[] {
  const placeOf = ({ loads: own }: S) => (own[0] ? loads.indexOf(own[0]) : -1)
  return stops.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Reorders the loads of a round to follow its stops, if they do not already. */
export async function followStops(db: Database, shipment_id: number): Promise<void> {
  await sql`
    with loads as (
      select d.shipment_detail_id, s.sequence, d.sort_order,
        first_value(d.sort_order) over (partition by s.stop_id order by d.sort_order, d.shipment_detail_id) as first
      from shipment_planner_details d join shipment_stops s using (stop_id) where d.shipment_id = ${shipment_id}),
    placed as (
      select shipment_detail_id,
        row_number() over (order by sequence, sort_order, shipment_detail_id) - 1 as place from loads)
    update shipment_planner_details d set sort_order = p.place from placed p
    where d.shipment_detail_id = p.shipment_detail_id and d.sort_order <> p.place
      and exists (select 1 from loads a join loads b on a.sequence < b.sequence and a.first > b.first)`.execute(
    db,
  )
}

type StopValues = Pick<
  StopRow,
  'sequence' | 'company_id' | 'site_id' | 'place' | 'latitude' | 'longitude'
> & {
  planned_arrival?: null
}

/** The first known site and the first known position of the loads of a stop. */
function positionOf(loads: readonly PlacedLoad[]) {
  const at = loads.find(({ latitude, longitude }) => latitude !== null && longitude !== null)
  return {
    site_id: loads.find(({ site_id }) => site_id !== null)?.site_id ?? null,
    latitude: at?.latitude ?? null,
    longitude: at?.longitude ?? null,
  }
}

async function readPlacedLoads(db: Database, shipment_id: number): Promise<PlacedLoad[]> {
  const { rows } = await sql<PlacedLoad>`
    select d.shipment_detail_id, d.stop_id, d.company_id, d.ship_location_label, d.ship_address1, d.ship_city,
      z.site_id, coalesce(z.latitude, v.latitude)::text as latitude,
      coalesce(z.longitude, v.longitude)::text as longitude
    from shipment_planner_details d left join device_ports t using (device_ports_id)
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
      left join devices v on v.device_id = coalesce(t.device_id, o.device_id)
      left join sites z on z.site_id = coalesce(o.site_id, v.site_id)
    where d.shipment_id = ${shipment_id} order by d.sort_order, d.shipment_detail_id`.execute(db)
  return rows
}

async function insertStop(db: Database, shipment_id: number, values: StopValues): Promise<number> {
  const { stop_id } = await db
    .insertInto('shipment_stops')
    .values({ shipment_id, ...values })
    .returning('stop_id')
    .executeTakeFirstOrThrow()
  return Number(stop_id)
}

async function changeStop(
  { db, now }: { db: Database; now: Date },
  before: StopRow,
  values: StopValues,
): Promise<number> {
  const isSame = keysOf(values).every((name) => before[name] === values[name])
  if (!isSame) {
    await db
      .updateTable('shipment_stops')
      .set({ ...values, updated_at: now })
      .where('stop_id', '=', before.stop_id)
      .execute()
  }
  return before.stop_id
}
