import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { applyDriverEvents } from '#server/domains/shipments/driver/applyDriverEvents.ts'
import { reserveTickets } from '#server/domains/shipments/driver/reserveTickets.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'

interface Ticket {
  shipment_id: number
  stop_id: number
  shipment_detail_id: number
  number: number
  unit_id: number
  /** Litres of its unit, and its quantity in litres. */
  factor: number
  litres: number
  celsius: number | null
}

interface Wanted {
  /** Actual delivery to the tank, in a unit of `factor` litres. */
  delivered: string
  factor: number
  reason: string
  note?: string | null | undefined
}

/**
 * Writes a correction for each valid ticket of a check's tank, as a driver would; several tickets keep their shares.
 * @returns whether there were tickets
 * @throws Refusal 409 if a ticket cannot be corrected
 */
export async function correctTickets(
  context: Context,
  delivery_check_id: number,
  { delivered, factor, reason, note }: Wanted,
): Promise<boolean> {
  const tickets = await readTickets(context.db, delivery_check_id)
  if (tickets.length === 0) return false
  const { shipment_id } = firstOf(tickets)
  const { first_number } = await reserveTickets(context, { shipment_id, count: tickets.length })
  const sum = tickets.reduce((all, { litres }) => all + litres, 0)
  const whole = Number(delivered) * factor
  let left = whole
  for (const [index, ticket] of tickets.entries()) {
    const { stop_id, shipment_detail_id, unit_id, celsius } = ticket
    const isLast = index === tickets.length - 1
    const litres = isLast ? left : sum > 0 ? (whole * ticket.litres) / sum : 0
    const quantity = (litres / ticket.factor).toFixed(3)
    left -= Number(quantity) * ticket.factor
    const [outcome] = await applyDriverEvents(context, [
      {
        ...{
          event_id: randomUUID(),
          shipment_id,
          stop_id,
          kind: 'correction',
          at: context.now.toISOString(),
        },
        body: {
          ...{ shipment_detail_id, number: first_number + index, corrects: ticket.number },
          ...{ meter_start: null, meter_end: null, quantity, unit_id, celsius, reason: note || reason },
        },
      },
    ])
    if (outcome?.outcome !== 'applied')
      throw conflict('messages.ticket_not_corrected', { why: outcome?.said ?? '' })
  }
  return true
}

/** The valid tickets of a check's tank, smallest first. */
async function readTickets(db: Context['db'], delivery_check_id: number): Promise<Ticket[]> {
  const { rows } = await sql<Ticket>`
    select t.shipment_id, t.stop_id, t.shipment_detail_id, t.number, t.unit_id, u.factor::float8 as factor,
      t.gross_liters::float8 as litres, t.celsius::float8 as celsius
    from delivery_checks c join delivery_tickets t on t.shipment_id = c.shipment_id and t.device_ports_id = c.device_ports_id
      join units_of_measure u on u.id = t.unit_id
    where c.delivery_check_id = ${delivery_check_id} and t.voided_at is null and u.factor is not null
      and not exists (select from delivery_tickets k where k.correction_of = t.ticket_id and k.voided_at is null)
    order by t.gross_liters, t.ticket_id`.execute(db)
  return rows
}
