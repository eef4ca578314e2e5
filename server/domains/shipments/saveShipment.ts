import { sql } from 'kysely'
import type { LoadIssue } from '#core/domains/shipments/checkLoad.ts'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS, shipmentStatuses } from '#core/domains/shipments/shipmentStatus.ts'
import type { Issue } from '#core/platform/issue.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import type { Values } from '#core/platform/values.ts'
import type { ChangesOf, NewRecordOf } from '#core/resources/definition.ts'
import { isFinal } from '#core/resources/statuses/statuses.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import {
  acceptDetails,
  areSameDetails,
  type DetailRow,
  readDetails,
  replaceDetails,
  saveWithDetails,
} from '#server/resources/changes/details.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { checkShipment, saveOverrules } from './checkShipment.ts'
import { completeLoads } from './completeLoads.ts'
import { withQuantities } from './loadQuantities.ts'
import { refuseLifted } from './onTruck/recordLift.ts'
import { readShipment, type Shipment, type ShipmentResponse } from './readShipment.ts'
import { storeArrivals } from './route/storeArrivals.ts'
import { updateStops } from './updateStops.ts'

type Details = { details?: DetailRow[] }
const loadKind = shipment_planner_details
const ownerOf = (id: number) => ({ column: 'shipment_id', id })

/** Creates a round as a draft. */
export async function createShipment(
  context: Context,
  body: Values,
  travel?: TravelTimes,
): Promise<ShipmentResponse> {
  const { details = [], ...values }: NewRecordOf<typeof shipment_planners> & Details = acceptNew(
    context,
    shipment_planners,
    body,
  )
  const loads = await acceptLoads(context, details, [])
  const { shipment_id } = await insertRecord(context, shipment_planners, {
    ...values,
    status_id: SHIPMENT_STATUS.draft,
  })
  const shipment = await lockRecord(context, shipment_planners, shipment_id)
  const { beyond } = await checkShipment(context, shipment, loads)
  await replaceDetails(context, loadKind, ownerOf(shipment_id), loads)
  await updateStops(context, shipment_id)
  await markPlan(context, shipment, beyond)
  return readShipment(context, shipment_id, travel)
}

/**
 * Changes a round; loads and vehicles only while it is a draft. Recomputes planned times that no longer hold, starting from
 * the last one that still does.
 * @param travel without it, they are dropped
 * @throws Refusal 409 if the round is finalized, cancelled or on the road; 422 if it cannot be loaded
 */
export async function updateShipment(
  context: Context,
  id: number,
  body: Values,
  travel?: TravelTimes,
): Promise<ShipmentResponse> {
  const current = await lockRecord(context, shipment_planners, id)
  const { details, ...changes }: ChangesOf<typeof shipment_planners> & Details = acceptChanges(
    context,
    shipment_planners,
    body,
    current,
  )
  const before = await readDetails(context, loadKind, ownerOf(id))
  const loads = details ? await acceptLoads(context, details, before) : before
  const isSame = areSameDetails(loadKind, loads, before)
  const next = { ...current, ...changes }
  const [old, now]: [Values, Values] = [current, next]
  const changed = Object.keys(changes).filter((name) => String(old[name] ?? '') !== String(now[name] ?? ''))
  if (isSame && changed.length === 0) return readShipment(context, id, travel)
  const isReloaded = !isSame || changed.some((name) => LOADED.includes(name))
  refuseFixed(current, isReloaded)
  if (!isSame) await refuseWithTickets(context, before, loads)
  // First, because a truck out of reach must be refused as not found before any other check discloses it.
  await updateRecord(context, shipment_planners, id, changes)
  if (changed.some((name) => name === 'truck_id' || name === 'trailer_id')) await refuseLifted(context, id)
  const isOrderOfLoads = !isSame && areSorted(loads, before)
  const judged = isReloaded ? await checkShipment(context, next, loads, { isOrderOfLoads }) : null
  await saveWithDetails(context, shipment_planners, id, { before, after: loads, shown: AUDITED_FIELDS })
  const { untimedFrom } = await updateStops(context, id, {
    isOrderOfLoads,
    isRescheduled: changed.some((name) => DRIVEN.includes(name)),
  })
  if (travel && untimedFrom !== null) await storeArrivals(context, travel, id, untimedFrom)
  if (judged) await markPlan(context, next, judged.beyond)
  return readShipment(context, id, travel)
}

/** @throws Refusal 422 if a load with a ticket is removed or changes its product */
async function refuseWithTickets(
  { db }: Context,
  before: readonly LoadRow[],
  after: readonly LoadRow[],
): Promise<void> {
  const { rows } = await sql<{ shipment_detail_id: number; number: number }>`
    select shipment_detail_id, min(number) as number from delivery_tickets
    where shipment_detail_id = any(${before.map((row) => Number(row.shipment_detail_id))})
    group by shipment_detail_id`.execute(db)
  const issues = rows.flatMap(({ shipment_detail_id: id, number }): Issue[] => {
    const was = findOrThrow(before, (row) => row.shipment_detail_id === id)
    const is = after.find((row) => row.shipment_detail_id === id)
    if (is && is.product_id === was.product_id) return []
    const index = is ? after.indexOf(is) : before.indexOf(was)
    return [
      { field: `details.${index}.product_id`, rule: 'load_has_ticket', params: { other: String(number) } },
    ]
  })
  refuseIssues(issues)
}

/** The loads ready to be stored: each in a unit, completed from its order or tank. */
export async function acceptLoads(
  context: Context,
  input: readonly DetailRow[],
  before: readonly LoadRow[],
): Promise<LoadRow[]> {
  const measured = await withQuantities(context, input, before)
  return completeLoads(context, await acceptDetails(context, loadKind, measured, before), before)
}

/** Records the limits that the plan exceeds, with the reason. */
async function markPlan(
  context: Context,
  { shipment_id, overrule_reason }: Pick<Shipment, 'shipment_id' | 'overrule_reason'>,
  beyond: readonly LoadIssue[],
): Promise<void> {
  await sql`delete from shipment_overrules where shipment_id = ${shipment_id} and stage = 'plan'`.execute(
    context.db,
  )
  const details = await readDetails(context, loadKind, ownerOf(shipment_id))
  await saveOverrules(context, shipment_id, 'plan', { beyond, details, reason: overrule_reason ?? '' })
}

/** Deletes a round that never left. */
export async function removeShipment(context: Context, id: number): Promise<void> {
  const { status_id } = await lockRecord(context, shipment_planners, id)
  const canGo = status_id === SHIPMENT_STATUS.draft || status_id === SHIPMENT_STATUS.cancelled
  if (!canGo) throw conflict('messages.shipment_on_the_way')
  await refuseLifted(context, id)
  await sql`delete from lift_tickets where shipment_id = ${id}`.execute(context.db)
  await removeRecord(context, shipment_planners, id)
}

/** Fields of a load shown in the history. */
const AUDITED_FIELDS = ['product_id', 'compartment', 'quantity', 'unit_id', 'quantity_ordered'] as const

/** Fields that affect how the round is loaded. */
const LOADED: readonly string[] = [
  'truck_id',
  'trailer_id',
  'overrule_ullage',
  'overrule_reason',
  'company_id',
]

/** Fields that affect the round's times, in addition to its stops. */
const DRIVEN: readonly string[] = ['truck_id', 'load_date', 'deliver_date']

/** Whether two lists hold the same loads in another order. */
function areSorted(after: readonly LoadRow[], before: readonly LoadRow[]): boolean {
  const idsOf = (some: readonly LoadRow[]) => some.map((row) => Number(row.shipment_detail_id ?? 0))
  const [is, was] = [idsOf(after), idsOf(before)]
  return String(is) !== String(was) && String(is.toSorted()) === String(was.toSorted())
}

function refuseFixed({ status_id }: Shipment, changesLoads: boolean): void {
  if (isFinal(shipmentStatuses, status_id)) throw conflict('messages.shipment_finished')
  if (changesLoads && status_id !== SHIPMENT_STATUS.draft) throw conflict('messages.shipment_loaded')
}
