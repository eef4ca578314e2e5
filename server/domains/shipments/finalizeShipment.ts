import { sql } from 'kysely'
import { checkDelivery, type LoadIssue, type LoadRule } from '#core/domains/shipments/checkLoad.ts'
import type { ClosedCompartment } from '#core/domains/shipments/onTruck/closedCompartment.ts'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Issue } from '#core/platform/issue.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { readTolerance } from '#server/domains/companies/readTolerance.ts'
import { countDelivered } from '#server/domains/orders/invoices/settleOrder.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import { lockFilled, showDelivered } from '#server/domains/telemetry/levels/showDelivered.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { readDetails } from '#server/resources/changes/details.ts'
import { refuseStep } from '#server/resources/changes/refuseStep.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { issueOf, loadsOf, mayOverrule, saveOverrules } from './checkShipment.ts'
import { closeBalances } from './onTruck/closeBalances.ts'
import { readAboard } from './onTruck/readAboard.ts'
import { readShipment, type Shipment, type ShipmentResponse } from './readShipment.ts'
import { lockTanks, readTanks } from './readTanks.ts'
import { readVehicles } from './readVehicles.ts'

/** Delivered quantity of a load: in a unit of volume, or in litres. */
interface Delivery {
  shipment_detail_id: number
  quantity_delivered?: string | null
  delivered?: string | null
  unit_id?: number | null
}

/** Details of a whole round when it is over. */
interface Ending {
  overrule_reason?: string | null
  compartments?: readonly ClosedCompartment[]
}

/**
 * Records the delivered quantities; omitted loads were delivered in full. Updates the lines of the orders and their status. A quantity
 * above the plan, or that differs from the ticket, needs a reason; above the content on board or the tank's room, it needs a reason from
 * a user who may overrule limits. The overrule stays on record; the rest on the truck must balance.
 * @throws Refusal 422 naming each delivery that is wrong
 */
export async function finalizeShipment(
  context: Context,
  id: number,
  deliveries: readonly Delivery[],
  { overrule_reason = null, compartments = [] }: Ending = {},
): Promise<ShipmentResponse> {
  const shipment = await lockRecord(context, shipment_planners, id)
  if (shipment.status_id === SHIPMENT_STATUS.in_route) throw conflict('messages.shipment_in_route')
  refuseStep(context, shipment_planners, shipment, SHIPMENT_STATUS.finalized)
  await lockFilled(context, id)
  await recordDeliveries(context, id, deliveries)
  const details = await readDetails(context, shipment_planner_details, { column: 'shipment_id', id })
  const beyond = await judgeDelivery(context, shipment, details)
  refuseBeyond(context, { beyond, details, deliveries, reason: overrule_reason })
  await saveOverrules(context, id, 'finalize', { beyond, details, reason: overrule_reason ?? '' })
  await closeBalances(context, shipment, compartments)
  await updateRecord(context, shipment_planners, id, { status_id: SHIPMENT_STATUS.finalized })
  await audit(context, 'shipment_planners', id, 'finalize', [
    { field: 'details', before: null, after: deliveries },
    ...(beyond.length > 0 ? [{ field: 'overrule_reason', before: null, after: overrule_reason }] : []),
    ...(compartments.length > 0 ? [{ field: 'compartments', before: null, after: compartments }] : []),
  ])
  await countDelivered(context, id)
  await showDelivered(context, id)
  const status_id = SHIPMENT_STATUS.finalized
  await emit(context, 'shipment.changed', [
    { shipment_id: id, status_id, by: context.actor.user_id, at: context.now.toISOString() },
  ])
  return readShipment(context, id)
}

async function recordDeliveries({ db }: Context, id: number, deliveries: readonly Delivery[]): Promise<void> {
  for (const [index, delivery] of deliveries.entries()) {
    const { shipment_detail_id, delivered, quantity_delivered, unit_id } = delivery
    const amount = delivered ?? quantity_delivered
    if (amount == null) throw invalid([{ field: `details.${index}.quantity_delivered`, rule: 'required' }])
    // Without a unit, `quantity_delivered` is in litres and `delivered` in the unit of the load.
    const unit =
      delivered == null
        ? sql`(select id from units_of_measure where code = 'l')`
        : sql`${unit_id ?? null}::int8`
    const { rows } = await sql<{ measure: string }>`
      select measure from units_of_measure where id = ${unit}`.execute(db)
    if (unit_id != null && rows[0]?.measure !== 'volume') {
      throw invalid([{ field: `details.${index}.unit_id`, rule: 'unit_of_volume' }])
    }
    const { numAffectedRows } = await sql`
      update shipment_planner_details set delivered = ${amount}, delivered_unit_id = coalesce(${unit}, unit_id)
      where shipment_id = ${id} and shipment_detail_id = ${shipment_detail_id}`.execute(db)
    if (numAffectedRows !== 1n) {
      throw invalid([{ field: `details.${index}.shipment_detail_id`, rule: 'not_found' }])
    }
  }
  await sql`update shipment_planner_details set delivered = quantity, delivered_unit_id = unit_id
    where shipment_id = ${id} and delivered is null`.execute(db)
}

interface Ticketed {
  /** Whether a ticket gives a reason for the difference from the plan. */
  isExplained: boolean
  /** Gauge reading before the delivery, percent of the tank. */
  before: number | null
  /** Sum of its tickets, in litres. */
  litres: number
}

/** Facts of the valid tickets by load. */
async function readTicketed({ db }: Context, id: number): Promise<Map<number, Ticketed>> {
  const { rows } = await sql<Ticketed & { id: number }>`
    select shipment_detail_id as id, bool_or(reason is not null) as "isExplained", min(level_before)::float8 as before,
      sum(gross_liters)::float8 as litres
    from delivery_tickets t
    where shipment_id = ${id} and voided_at is null and not exists (
      select from delivery_tickets k where k.correction_of = t.ticket_id and k.voided_at is null)
    group by shipment_detail_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Judges deliveries against the room that the tank had when the round left, or more if it has since gained room: by its current level, or
 * by the gauge that the driver read before the delivery, because a level measured hours earlier misses the use since then. A level that
 * already includes the delivery does not reduce the room.
 */
async function judgeDelivery(
  context: Context,
  shipment: Shipment,
  details: readonly LoadRow[],
): Promise<LoadIssue[]> {
  await lockTanks(context, details)
  const tanks = await readTanks(context, details, shipment.shipment_id)
  const loads = await loadsOf(context, details, tanks)
  const ticketed = await readTicketed(context, shipment.shipment_id)
  const ticketOf = (index: number) => ticketed.get(Number(itemAt(details, index).shipment_detail_id))
  const gauged = loads.flatMap(({ tanks: filled = [] }, index): Gauged[] => {
    const before = ticketOf(index)?.before ?? null
    const room = before === null ? null : itemAt(tanks, index).roomAt(before)
    return room === null ? [] : [{ filled, room, litres: Number(itemAt(details, index).delivered_liters) }]
  })
  return checkDelivery(
    await readVehicles(context, shipment),
    loads.map((load, index) => {
      const { delivered_liters, room_liters } = itemAt(details, index)
      const rooms = [
        room_liters == null ? null : Number(room_liters),
        itemAt(tanks, index).whole_room,
        ...roomsAtDoor(gauged, load.tanks ?? []),
      ].filter((room) => room !== null)
      return {
        ...load,
        loaded: load.quantity,
        isExplained: ticketOf(index)?.isExplained ?? false,
        ticketed: ticketOf(index)?.litres ?? null,
        quantity: Number(delivered_liters),
        room: rooms.length === 0 ? null : Math.max(...rooms),
      }
    }),
    {
      aboard: await readAboard(context, shipment),
      tolerance: await readTolerance(context, shipment.company_id),
    },
  )
}

/** A delivery before which the driver read the gauge of its tank: the room that the gauge showed, and the delivery, in litres. */
interface Gauged {
  filled: readonly number[]
  room: number
  litres: number
}

/**
 * Litres that these tanks could take in a round by each gauge reading: the room that it showed, and the deliveries before it. The gauge
 * rises with every delivery, so the one that showed the most room was the first.
 */
function roomsAtDoor(gauged: readonly Gauged[], tanks: readonly number[]): number[] {
  const ofTanks = gauged
    .filter(({ filled }) => filled.some((id) => tanks.includes(id)))
    .toSorted((one, other) => other.room - one.room)
  return ofTanks.map(({ room }, index) =>
    ofTanks.slice(0, index).reduce((sum, { litres }) => sum + litres, room),
  )
}

interface Beyond {
  beyond: readonly LoadIssue[]
  details: readonly LoadRow[]
  deliveries: readonly Delivery[]
  reason: string | null
}

/** Differences that any finalizing user may explain: more than planned, or a different quantity than on the ticket. */
const EXPLAINED: readonly LoadRule[] = ['over_plan', 'off_ticket']

/** Reports the issue at the delivery as sent, or else at the load's own index. */
function refuseBeyond({ actor }: Context, { beyond, details, deliveries, reason }: Beyond): void {
  if (beyond.length === 0) return
  const isAllowed = mayOverrule(actor) || beyond.every(({ rule }) => EXPLAINED.includes(rule))
  if (isAllowed && reason) return
  const issues = beyond.map((issue) => {
    const id = itemAt(details, issue.index).shipment_detail_id
    const at = deliveries.findIndex(({ shipment_detail_id }) => shipment_detail_id === id)
    return issueOf(actor, { ...issue, index: at < 0 ? issue.index : at }, 'quantity_delivered')
  })
  const whoMay: Issue = { field: 'overrule_reason', rule: isAllowed ? 'required' : 'not_overruler' }
  refuseIssues([...issues, whoMay])
}
