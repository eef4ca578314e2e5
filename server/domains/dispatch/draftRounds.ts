import { sql } from 'kysely'
import { people } from '#core/domains/people/people.ts'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { writableFields } from '#core/resources/definition.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import type { Shipment } from '#server/domains/shipments/readShipment.ts'
import { removeShipment } from '#server/domains/shipments/saveShipment.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound, notPermitted } from '#server/platform/refusal.ts'
import { readDetails } from '#server/resources/changes/details.ts'
import { selectableRows, visible } from '#server/resources/rights/visible.ts'
import { lockRecord, requireSelectable } from '#server/resources/rows.ts'

/** The loads of a round in order. */
export function readLoads(context: Context, shipment_id: number): Promise<LoadRow[]> {
  return readDetails(context, shipment_planner_details, { column: 'shipment_id', id: shipment_id })
}

/**
 * Rounds that can still be changed, locked until the transaction ends, always in one order.
 * @throws Refusal 404, 409
 */
export async function lockDrafts(context: Context, ids: readonly number[]): Promise<Map<number, Shipment>> {
  const rounds = new Map<number, Shipment>()
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
    const round = await lockRecord(context, shipment_planners, id)
    if (round.status_id !== SHIPMENT_STATUS.draft) throw conflict('messages.shipment_loaded')
    rounds.set(id, round)
  }
  return rounds
}

/** A truck that the planner may send. */
interface BoardTruck {
  truck_id: number
  company_id: number
  /** Its usual driver, if the planner may see them. */
  driver_id: number | null
}

/**
 * A truck, locked until the transaction ends, so that two planners cannot start two rounds with it.
 * @throws Refusal 404
 */
export async function lockTruck(context: Context, truck_id: number): Promise<BoardTruck> {
  const { db, actor } = context
  await requireSelectable(context, tanker_trucks, truck_id, 'truck_id')
  const { rows } = await sql<BoardTruck>`
    select truck_id, company_id, (select d.people_id from people d
      where d.people_id = tanker_trucks.driver_id and ${selectableRows(actor, people, 'd')}) as driver_id
    from tanker_trucks where truck_id = ${truck_id} for no key update of tanker_trucks`.execute(db)
  if (!rows[0]) throw notFound('truck_id')
  return rows[0]
}

/** The draft of a truck on a day to add to: the one named, or the first of the day, if there is one. */
export async function findDraft(
  context: Context,
  { truck_id, day, shipment_id }: { truck_id: number; day: string; shipment_id?: number | null | undefined },
): Promise<number | null> {
  if (shipment_id != null) {
    const round = getOrThrow(await lockDrafts(context, [shipment_id]), shipment_id)
    if (round.truck_id !== truck_id || round.load_date !== day) throw conflict('messages.round_has_moved')
    return shipment_id
  }
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from shipment_planners s
    where truck_id = ${truck_id} and load_date = ${day} and status_id = ${SHIPMENT_STATUS.draft}
      and ${visible(context.actor, shipment_planners, 's')}
    order by shipment_id limit 1`.execute(context.db)
  return rows[0]?.shipment_id ?? null
}

/** The writable fields of a load without its identity, to put it unchanged on another round. */
export function copyOfLoad(load: LoadRow): LoadRow {
  const names = writableFields(shipment_planner_details).map(([name]) => name)
  return Object.fromEntries(names.filter((name) => load[name] != null).map((name) => [name, load[name]]))
}

/** Deletes a draft without loads, if the planner may delete shipments. */
export async function removeIfEmpty(context: Context, shipment_id: number): Promise<void> {
  if (!context.actor.permissions.has('shipment_planners.delete')) return
  if ((await readLoads(context, shipment_id)).length === 0) await removeShipment(context, shipment_id)
}

/** Checks calls whose body changes more than their permission covers. @throws Refusal 405 */
export function requireUpdate({ actor }: Context): void {
  if (actor.user_id !== null && !actor.permissions.has('shipment_planners.update')) throw notPermitted()
}
