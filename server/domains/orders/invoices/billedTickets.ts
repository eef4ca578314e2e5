import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'

/** A delivery of an invoice line; without a ticket only its day is known. */
export interface BilledDelivery {
  document_detail_id: number
  day: string | null
  number: string | null
  gross: string | null
  net: string | null
  celsius: string | null
  unit_title: string | null
}

interface Row extends BilledDelivery {
  litres: string | null
  line_litres: string | null
  /** Later than the invoices before this one. */
  is_new: boolean
}

/** Tolerance in litres between a line and the sum of its tickets, which are rounded in their own unit. */
const SAME_LITRES = 0.05

/**
 * The deliveries of an invoice's lines, by line. An invoice bills everything that is unbilled when it is created, so its deliveries
 * come after the invoices before it. Quantities of tickets are stated only if they add up to the line.
 */
export async function readBilledDeliveries(
  { db }: Context,
  document_id: number,
): Promise<Map<number, BilledDelivery[]>> {
  const rows = await runPrepared(
    db,
    sql<Row>`
    select l.document_detail_id, t.number::text as number, t.gross, t.net, t.celsius, u.unit_abbrev as unit_title,
      t.gross_liters as litres, l.quantity_liters as line_litres,
      (coalesce(t.at, p.done_at, s.delivered_at) at time zone business_time_zone())::date as day,
      coalesce(t.created_at, s.delivered_at, i.created_at) > coalesce((select max(e.created_at)
          filter (where e.document_type = 'invoice' and e.archived = 0 and e.status_id <> ${DOCUMENT_STATUS.void})
        from transaction_document_details b join transaction_documents e using (document_id)
        where b.source_detail_id = l.source_detail_id and e.document_id < i.document_id), '-infinity') as is_new
    from transaction_document_details l join transaction_documents i using (document_id)
      join shipment_planner_details d on d.document_detail_id = l.source_detail_id
      join shipment_planners s on s.shipment_id = d.shipment_id and s.status_id = ${SHIPMENT_STATUS.finalized}
      left join shipment_stops p on p.stop_id = d.stop_id
      left join delivery_tickets t on t.shipment_detail_id = d.shipment_detail_id and t.voided_at is null
        and t.created_at <= i.created_at and not exists (select from delivery_tickets n
          where n.correction_of = t.ticket_id and n.voided_at is null and n.created_at <= i.created_at)
      left join units_of_measure u on u.id = t.unit_id
    where l.document_id = ${document_id} and i.document_type = 'invoice'
    order by l.document_detail_id, day, t.number`,
  )
  return new Map(
    [...groupBy(rows, (row) => Number(row.document_detail_id))].map(([id, all]) => {
      const latest = all.filter(({ is_new }) => is_new)
      const found = [latest, all].find(isSum)
      return [id, found ?? latest.map((row) => ({ ...row, gross: null, net: null, celsius: null }))]
    }),
  )
}

/** Whether the tickets of some deliveries add up to their line. */
function isSum(rows: readonly Row[]): boolean {
  const whole = rows[0]?.line_litres ?? null
  if (whole === null) return false
  if (rows.some(({ litres, line_litres }) => litres === null || line_litres === null)) return false
  return sumOf(rows.map(({ litres }) => litres ?? 0))
    .minus(whole)
    .abs()
    .lessThanOrEqualTo(SAME_LITRES)
}
