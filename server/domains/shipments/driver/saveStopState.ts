import { sql } from 'kysely'
import {
  countingTickets,
  type StopState,
  type StopTicket,
} from '#core/domains/shipments/driver/applyEvent.ts'
import { netVolume, REFERENCE_CELSIUS } from '#core/domains/tanks/temperatureCorrection.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { type QuantityUnit, toLitres } from '#core/platform/numbers/quantities.ts'
import type { Context } from '#server/platform/context.ts'
import type { StopLoad } from './readStopState.ts'

/** Place of an event of a round. */
export interface Place {
  company_id: number
  shipment_id: number
  stop_id: number
  /** Who wrote the tickets. */
  user_id: number
}

interface Unit extends QuantityUnit {
  id: number
  code: string | null
}

/** Stores the state of a stop: the stop itself, its tickets, and the delivered quantities of its loads. */
export async function saveStopState(
  context: Context,
  place: Place,
  { stop, loads }: { stop: StopState; loads: readonly StopLoad[] },
): Promise<void> {
  const { db, now } = context
  await db
    .updateTable('shipment_stops')
    .set({
      status: stop.status,
      arrived_at: stop.arrived_at,
      done_at: stop.done_at,
      reason: stop.reason,
      note: stop.note,
      signed_by: stop.signed?.name ?? null,
      signed_at: stop.signed?.at ?? null,
      updated_at: now,
    })
    .where('stop_id', '=', place.stop_id)
    .execute()
  const { rows: units } = await sql<Unit>`
    select id, code, measure, factor from units_of_measure where measure = 'volume'`.execute(db)
  for (const ticket of stop.tickets) await saveTicket(context, place, { ticket, stop, loads, units })
  await sql`update delivery_tickets set voided_at = ${now} where stop_id = ${place.stop_id} and voided_at is null
    and event_id <> all(${stop.tickets.map(({ event_id }) => event_id)}::uuid[])`.execute(db)
  for (const load of loads) await saveDelivered(context, { load, stop, units })
}

interface Written {
  ticket: StopTicket
  stop: StopState
  loads: readonly StopLoad[]
  units: readonly Unit[]
}

const NO_LEVELS = { before: null, after: null }

async function saveTicket(
  { db }: Context,
  { company_id, shipment_id, stop_id, user_id }: Place,
  { ticket, stop, loads, units }: Written,
): Promise<void> {
  const load = findOrThrow(loads, (item) => item.shipment_detail_id === ticket.shipment_detail_id)
  const unit = findOrThrow(units, ({ id }) => id === ticket.unit_id)
  const net = netVolume(
    Number(ticket.quantity),
    { group: load.product_group, specificGravity: load.specific_gravity, celsius: ticket.celsius },
    unit.code === 'gal' ? REFERENCE_CELSIUS.imperial : REFERENCE_CELSIUS.metric,
  )?.toFixed(3)
  const { before: level_before, after: level_after } = stop.loads[ticket.shipment_detail_id] ?? NO_LEVELS
  await db
    .insertInto('delivery_tickets')
    .values({
      ...{ company_id, number: ticket.number, shipment_id, stop_id, unit_id: ticket.unit_id },
      ...{ shipment_detail_id: load.shipment_detail_id, device_ports_id: load.device_ports_id },
      ...{ product_id: load.product_id, meter_start: ticket.meter_start, meter_end: ticket.meter_end },
      gross: ticket.quantity,
      gross_liters: toLitres(ticket.quantity, unit)!,
      net: net ?? null,
      net_liters: net === undefined ? null : toLitres(net, unit),
      ...{ celsius: ticket.celsius, level_before, level_after, reason: ticket.reason },
      correction_of:
        ticket.corrects === null
          ? null
          : sql`(select ticket_id from delivery_tickets
        where company_id = ${company_id} and number = ${ticket.corrects})`,
      ...{ event_id: ticket.event_id, user_id, at: ticket.at },
    })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ level_before, level_after }))
    .execute()
}

/** Sums the tickets of a load, in the unit of the first. */
async function saveDelivered(
  { db }: Context,
  { load, stop, units }: { load: StopLoad; stop: StopState; units: readonly Unit[] },
): Promise<void> {
  const mine = countingTickets(stop).filter(
    ({ shipment_detail_id }) => shipment_detail_id === load.shipment_detail_id,
  )
  const isUnserved = stop.status === 'not_delivered' || stop.isClosed
  const unit_id = mine[0]?.unit_id ?? load.unit_id
  const factor = Number(findOrThrow(units, ({ id }) => id === unit_id).factor)
  const delivered =
    mine.length === 0
      ? isUnserved
        ? '0'
        : null
      : mine
          .reduce((sum, { quantity, unit_id: own }) => {
            const size = Number(findOrThrow(units, ({ id }) => id === own).factor)
            return sum + (own === unit_id ? Number(quantity) : (Number(quantity) * size) / factor)
          }, 0)
          .toFixed(3)
  await sql`update shipment_planner_details set delivered = ${delivered},
      delivered_unit_id = ${delivered === null ? null : unit_id},
      quantity_delivered = null
    where shipment_detail_id = ${load.shipment_detail_id}`.execute(db)
}
