import { sql } from 'kysely'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { StatusValue } from '#core/resources/statuses/statuses.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict, Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { describeIssue } from '#server/resources/answers.ts'
import { readDetails } from '#server/resources/changes/details.ts'
import { refuseStep } from '#server/resources/changes/refuseStep.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { checkShipment, saveOverrules } from './checkShipment.ts'
import { updateExpectedArrivals } from './driver/updateExpectedArrivals.ts'
import { finalizeShipment } from './finalizeShipment.ts'
import { refuseLifted } from './onTruck/recordLift.ts'
import { paperIssues } from './onTruck/shippingPaper.ts'
import { readShipment, type Shipment, type ShipmentResponse } from './readShipment.ts'
import { readConflictingShipments } from './readWarnings.ts'
import { updateStops } from './updateStops.ts'

/**
 * Changes the status of a shipment. Before it leaves, its load is checked again, because a truck or a tank may have changed. Finalizing
 * records every load as delivered in full. Cancelling frees the lines of its orders.
 * @throws Refusal 409 for a step that the table of statuses does not allow, and for a round that cannot leave, with
 * the reasons
 */
export async function changeShipmentStatus(
  context: Context,
  id: number,
  status_id: StatusValue,
): Promise<ShipmentResponse> {
  const shipment = await lockRecord(context, shipment_planners, id)
  refuseStep(context, shipment_planners, shipment, status_id)
  if (status_id === SHIPMENT_STATUS.cancelled) {
    await refuseDelivered(context, id)
    await refuseLifted(context, id)
  }
  if (status_id === SHIPMENT_STATUS.finalized) return finalizeShipment(context, id, [])
  if (status_id === SHIPMENT_STATUS.in_route && shipment.status_id === SHIPMENT_STATUS.draft) {
    await leave(context, shipment)
  }
  const times = {
    ...(status_id === SHIPMENT_STATUS.in_route && {
      left_at: shipment.left_at ?? context.now,
      delivered_at: null,
    }),
    ...(status_id === SHIPMENT_STATUS.delivered && { delivered_at: context.now }),
    ...(status_id === SHIPMENT_STATUS.draft && { left_at: null, delivered_at: null }),
  }
  const next = findOrThrow(Object.values(SHIPMENT_STATUS), (one) => one === status_id)
  await updateRecord(context, shipment_planners, id, { status_id: next })
  for (const [column, at] of Object.entries(times)) {
    await sql`update shipment_planners set ${sql.ref(column)} = ${at} where shipment_id = ${id}`.execute(
      context.db,
    )
  }
  await emit(context, 'shipment.changed', [
    { shipment_id: id, status_id: next, by: context.actor.user_id, at: context.now.toISOString() },
  ])
  return readShipment(context, id)
}

/** Changes the status of a shipment in the office. A shipment that is sent out gets its expected arrivals, as if its driver had started it. */
export async function moveShipment(
  context: Context,
  id: number,
  { status_id, travel }: { status_id: StatusValue; travel: TravelTimes },
): Promise<ShipmentResponse> {
  const moved = await changeShipmentStatus(context, id, status_id)
  if (status_id !== SHIPMENT_STATUS.in_route) return moved
  await updateExpectedArrivals(context, travel, id)
  return readShipment(context, id)
}

/** A round with deliveries cannot be cancelled. */
async function refuseDelivered({ db }: Context, id: number): Promise<void> {
  const { rows } = await sql`select from delivery_tickets where shipment_id = ${id} and voided_at is null
    limit 1`.execute(db)
  if (rows.length > 0) throw conflict('messages.shipment_delivered_from')
}

/** Final check before departure: there are loads, each in a compartment, there is a driver, and nothing is out already. */
async function leave(context: Context, shipment: Shipment): Promise<void> {
  const { shipment_id: id } = shipment
  await updateStops(context, id)
  const details = await readDetails(context, shipment_planner_details, { column: 'shipment_id', id })
  const missing: Issue[] = [
    ...issueIf(details.length === 0, { field: 'details', rule: 'required' }),
    ...issueIf(shipment.truck_id === null, { field: 'truck_id', rule: 'required' }),
    ...issueIf(shipment.delivered_by === null, { field: 'delivered_by', rule: 'required' }),
    ...details.flatMap(({ compartment }, index) =>
      issueIf(compartment === null, { field: `details.${index}.compartment`, rule: 'required' }),
    ),
  ]
  if (missing.length > 0) throw cannotLeave(context, missing)
  const { rows } = await sql<{ mark: string }>`select rule || ' ' || shipment_detail_id as mark
    from shipment_overrules where shipment_id = ${id} and stage = 'plan'`.execute(context.db)
  const marked = new Set(rows.map(({ mark }) => mark))
  const judged = await checkShipment(context, shipment, details, { marked }).catch((error: unknown) => {
    throw error instanceof Refusal && error.options.issues
      ? cannotLeave(context, error.options.issues)
      : error
  })
  const paper = await paperIssues(context, shipment)
  if (paper.isBinding && paper.issues.length > 0) throw cannotLeave(context, paper.issues)
  const busy = await readConflictingShipments(context, shipment)
  if (busy.length > 0) throw cannotLeave(context, busy)
  const fresh = judged.beyond.filter(
    ({ rule, index }) => !marked.has(`${rule} ${itemAt(details, index).shipment_detail_id}`),
  )
  const reason = shipment.overrule_reason ?? ''
  await saveOverrules(context, id, 'plan', { beyond: fresh, details, reason })
  for (const [index, { whole_room }] of judged.tanks.entries()) {
    await sql`update shipment_planner_details set room_liters = ${whole_room}
      where shipment_detail_id = ${itemAt(details, index).shipment_detail_id}`.execute(context.db)
  }
}

/** A change of status has no form whose fields could be marked, so the message lists the issues. */
function cannotLeave({ actor }: Context, issues: readonly Issue[]): Refusal {
  const errors = issues.map((issue) => describeIssue(actor.language, issue))
  const reasons = [
    ...new Set(errors.map(({ field, message }) => `${labelOf(actor.language, field)}: ${message}`)),
  ]
  return conflict('messages.shipment_cannot_leave', { reasons: reasons.join('; ') }, { errors })
}

function labelOf(language: string, field: string): string {
  const [, index, name] = /^details\.(\d+)\.(\w+)$/.exec(field) ?? []
  if (!name) {
    return field === 'details'
      ? translate(language, 'records.shipment_planner_details.label')
      : translate(language, `records.shipment_planners.fields.${field}`)
  }
  return `${translate(language, 'records.shipment_planner_details.single')} ${Number(index) + 1}`
}
