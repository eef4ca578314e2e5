import { sql } from 'kysely'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { applyEvent, type StopState } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverEvent } from '#core/domains/shipments/driver/driverEvents.ts'
import { isAboveMaxFill, isOffMeter } from '#core/domains/shipments/driver/measuredIssue.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { FillRule } from '#core/domains/tanks/room.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { countDelivered } from '#server/domains/orders/invoices/settleOrder.ts'
import { readUnheld } from '#server/domains/tanks/readUnheld.ts'
import { correctDelivered } from '#server/domains/telemetry/levels/recordDelivered.ts'
import { showDelivered } from '#server/domains/telemetry/levels/showDelivered.ts'
import { createWorkOrder } from '#server/domains/work_orders/workOrderOperations.ts'
import type { Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { changeShipmentStatus } from '../changeShipmentStatus.ts'
import { mayOverrule } from '../checkShipment.ts'
import { reclose } from '../onTruck/closeBalances.ts'
import { storeCorrection, storeLift } from '../onTruck/recordLift.ts'
import type { Shipment } from '../readShipment.ts'
import { readZoneOfRound } from '../route/zoneOfHome.ts'
import { closeRound } from './closeRound.ts'
import { moneyIssue, saveDoorstepPayments } from './doorMoney.ts'
import { APPLIED, conflict, type Judgement, refused } from './judgement.ts'
import { mailTickets } from './mailTickets.ts'
import { readStopState, type StopLoad } from './readStopState.ts'
import { saveStopState } from './saveStopState.ts'

/** Ticket e-mails per driver in 24 hours. */
const MAX_MAILS_PER_DAY = 200

type LiftEvent = Extract<DriverEvent, { kind: 'lifted' | 'lift_corrected' }>

/** Events that still count after the round: corrections of deliveries, e-mailed tickets, and money reported late. */
const EVENTS_AFTER_ROUND: readonly string[] = ['correction', 'mailed', 'paid', 'payment_corrected']

/** Judges a driver's event against the current state of the round, and applies it if it counts. */
export async function judgeEvent(context: Context, event: DriverEvent, user_id: number): Promise<Judgement> {
  const { actor } = context
  const shipment = await lockRecord(context, shipment_planners, event.shipment_id).catch((error: unknown) => {
    if (refusalOfError(error)?.status === 404) return null
    throw error
  })
  if (!shipment) return conflict('round_gone')
  if (actor.loginType === 'driver' && shipment.delivered_by !== actor.people_id)
    return conflict('not_your_round')
  if (event.kind === 'left') return leave(context, shipment)
  if (event.kind === 'round_closed') return closeRound(context, shipment)
  if (event.kind === 'lifted' || event.kind === 'lift_corrected') return judgeLift(context, event, user_id)
  if (event.stop_id === null) return refused('stop_gone')
  const { status_id } = shipment
  const isOver = status_id === SHIPMENT_STATUS.finalized
  const isOnTheRoad = status_id === SHIPMENT_STATUS.in_route || status_id === SHIPMENT_STATUS.delivered
  const isLate = isOver && !EVENTS_AFTER_ROUND.includes(event.kind)
  // The office finalized the round without it, and decides whether it still counts.
  if (isLate && actor.loginType === 'driver') return conflict('round_over')
  if (!isOver && !isOnTheRoad) return conflict('round_not_on_road')
  return judgeAtStop(context, shipment, { event, stop_id: event.stop_id, user_id })
}

/**
 * Leaving with the next round closes the previous one if all its stops are closed. A driver cannot start a draft of a later day.
 */
async function leave(context: Context, shipment: Shipment): Promise<Judgement> {
  const { shipment_id, status_id } = shipment
  if (status_id === SHIPMENT_STATUS.in_route) return APPLIED
  if (status_id !== SHIPMENT_STATUS.draft) return conflict('round_over')
  const today = dayInZone(context.now.getTime(), await readZoneOfRound(context, shipment_id), 'UTC')
  if (shipment.load_date > today) return conflict('round_of_later_day')
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from shipment_planners where delivered_by = ${shipment.delivered_by}
      and status_id = ${SHIPMENT_STATUS.in_route} and shipment_id <> ${shipment_id} order by shipment_id`.execute(
    context.db,
  )
  for (const before of rows) {
    await closeRound(context, await lockRecord(context, shipment_planners, before.shipment_id))
  }
  await changeShipmentStatus(context, shipment_id, SHIPMENT_STATUS.in_route)
  return APPLIED
}

/** Lifts follow the same rules as lifts entered in the office. */
async function judgeLift(
  context: Context,
  { kind, event_id, shipment_id, body }: LiftEvent,
  user_id: number,
): Promise<Judgement> {
  const { db, now } = context
  const onPhone = { event_id, user_id }
  // A phone's clock may be ahead; a lift cannot be later than its report.
  const lifted_at = new Date(Math.min(Date.parse(body.lifted_at), now.getTime())).toISOString()
  if (kind === 'lifted') {
    await storeLift(context, shipment_id, { ...body, lifted_at, lines: [body] }, onPhone)
    return APPLIED
  }
  const { corrects, reason }: Partial<typeof body> = body
  if (corrects === undefined || reason === undefined) return refused('no_such_lift')
  const { rows } = await sql<{ lift_ticket_id: number }>`
    select lift_ticket_id from lift_tickets where shipment_id = ${shipment_id}
      and ${typeof corrects === 'number' ? sql`lift_ticket_id = ${corrects}` : sql`event_id = ${corrects}`}`.execute(
    db,
  )
  if (!rows[0]) return refused('no_such_lift')
  await storeCorrection(context, shipment_id, rows[0].lift_ticket_id, { ...body, lifted_at }, onPhone)
  return APPLIED
}

interface AtStop {
  event: DriverEvent
  stop_id: number
  user_id: number
}

async function judgeAtStop(
  context: Context,
  shipment: Shipment,
  { event, stop_id, user_id }: AtStop,
): Promise<Judgement> {
  const { db } = context
  const { rows } = await sql<{ stop_id: number }>`select stop_id from shipment_stops
    where stop_id = ${stop_id} and shipment_id = ${shipment.shipment_id} for update`.execute(db)
  if (rows.length === 0) return conflict('stop_gone')
  const { facts, stop, loads } = await readStopState(db, stop_id)
  const next = applyEvent(facts, stop, event)
  if (next.refused) return refused(next.refused)
  if (event.kind === 'after' && (await isOverfilled(context, event.body))) return conflict('above_max_fill')
  if (event.kind === 'delivered' || event.kind === 'correction') {
    if (isOffMeter(event.body)) return refused('meter_differs')
    const rule = await ticketIssue(context, shipment, { ...event.body, user_id })
    if (rule) return rule
    if (event.kind === 'delivered' && (await isUnheld(context, event.body.shipment_detail_id)))
      return conflict('no_tank_holds')
  }
  if (event.kind === 'mailed' && (await hasMailedEnough(context, user_id))) return refused('too_many_mails')
  const company_id = shipment.company_id!
  const place = { company_id, shipment_id: shipment.shipment_id, stop_id, user_id }
  const issue = await moneyIssue(context, place, event)
  if (issue) return refused(issue)
  const ticketed = new Set(
    [...stop.tickets, ...next.stop.tickets].map(({ shipment_detail_id }) => shipment_detail_id),
  )
  // The office has entered the deliveries of loads without tickets.
  const isOver = shipment.status_id === SHIPMENT_STATUS.finalized
  await saveStopState(context, place, {
    stop: next.stop,
    loads: isOver ? loads.filter(({ shipment_detail_id }) => ticketed.has(shipment_detail_id)) : loads,
  })
  if (event.kind === 'delivered' || event.kind === 'correction')
    await showDelivered(context, shipment.shipment_id)
  await saveDoorstepPayments(context, place, next.stop)
  await follow(context, shipment, { event, stop_id, stop: next.stop, loads })
  return APPLIED
}

/** Whether a user has reached the daily limit of ticket e-mails, which allows for a round of many stops. */
async function hasMailedEnough({ db, now }: Context, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from driver_events where user_id = ${user_id} and kind = 'mailed' and outcome = 'applied'
      and received_at > ${now}::timestamptz - interval '1 day'`.execute(db)
  return firstOf(rows).count >= MAX_MAILS_PER_DAY
}

/** Checks that a number may be used on a ticket of this round, and that its unit is valid for tickets. */
async function ticketIssue(
  { db }: Context,
  { company_id }: Shipment,
  { number, unit_id, user_id }: { number: number; unit_id: number; user_id: number },
): Promise<Judgement | null> {
  const { rows } = await sql<{ isReserved: boolean; isUsed: boolean; isVolume: boolean }>`select
      exists (select from ticket_blocks where company_id = ${company_id} and user_id = ${user_id}
        and ${number} between first_number and last_number) as "isReserved",
      exists (select from delivery_tickets where company_id = ${company_id} and number = ${number}) as "isUsed",
      exists (select from units_of_measure where id = ${unit_id} and measure = 'volume') as "isVolume"`.execute(
    db,
  )
  const { isReserved, isUsed, isVolume } = firstOf(rows)
  if (!isVolume) return refused('unit_of_volume')
  if (!isReserved) return conflict('number_not_reserved')
  return isUsed ? conflict('ticket_number_used') : null
}

/** Whether the tank of a load holds another product, and neither the driver nor the office has overruled that. */
async function isUnheld(context: Context, shipment_detail_id: number): Promise<boolean> {
  if (mayOverrule(context.actor)) return false
  const { rows } = await sql<Record<string, unknown>>`
    select device_ports_id, document_detail_id, product_id from shipment_planner_details d
    where shipment_detail_id = ${shipment_detail_id} and not exists (select from shipment_overrules o
      where o.shipment_detail_id = d.shipment_detail_id and o.rule = 'no_tank_holds')`.execute(context.db)
  return (await readUnheld(context, rows)).size > 0
}

/** Whether a gauge reading shows a tank too full; anyone who may overrule limits may pass it. */
async function isOverfilled(
  { db, actor }: Context,
  { shipment_detail_id, percent }: { shipment_detail_id: number; percent: number | null },
): Promise<boolean> {
  if (mayOverrule(actor)) return false
  const { rows } = await sql<FillRule>`
    select p.product_group, p.max_fill::float8 as product_max_fill, t.max_fill::float8 as tank_max_fill
    from shipment_planner_details d join tank_products p using (product_id) left join device_ports t using (device_ports_id)
    where d.shipment_detail_id = ${shipment_detail_id}`.execute(db)
  return isAboveMaxFill(percent, firstOf(rows))
}

interface Applied {
  event: DriverEvent
  stop_id: number
  stop: StopState
  loads: readonly StopLoad[]
}

/** Effects of an event beyond its stop. */
async function follow(
  context: Context,
  { shipment_id, status_id, shipment_number }: Shipment,
  { event, stop_id, stop, loads }: Applied,
): Promise<void> {
  const { db, actor } = context
  if (event.kind === 'signed' && event.body.signature !== null) {
    const { signature, latitude, longitude } = event.body
    await db.insertInto('stop_signatures').values({ stop_id, signature, latitude, longitude }).execute()
  }
  if (event.kind === 'leak_check' && event.body.result === 'locked') {
    const device_id = loads.find((load) => load.device_id !== null)?.device_id
    if (device_id) {
      await createWorkOrder(context, {
        device_id,
        wo_requested_by: actor.people_id,
        zoho_estimate_id: shipment_number,
        reason_for_return: translate(actor.language, 'messages.driver_supply_locked', {
          number: shipment_number ?? '',
        }),
      })
    }
  }
  if (event.kind === 'closed' || event.kind === 'correction') {
    await audit(context, 'shipment_planners', shipment_id, 'deliver', [
      { field: 'tickets', before: null, after: stop.tickets.map(({ number }) => number) },
    ])
  }
  if (event.kind === 'mailed') await mailTickets(context, stop_id, event.body.to)
  // A correction after finalizing updates the orders at once, levels without a sensor, and the rest on the truck.
  if (status_id === SHIPMENT_STATUS.finalized) {
    await countDelivered(context, shipment_id)
    await correctDelivered(context, shipment_id)
    await reclose(context, shipment_id)
  }
}
