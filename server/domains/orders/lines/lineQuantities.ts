import { type RawBuilder, sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'

/** Statuses in which an invoice does not bill its orders. */
export const BILLS_NOTHING = [DOCUMENT_STATUS.void, DOCUMENT_STATUS.cancelled]

/** A load's quantity in the unit `u` of a line `l`: as entered if the units are the same, else by its exact litres. */
export const inLineUnit = (quantity: string, unit: string, litres: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(unit)} = l.unit_id then ${sql.ref(quantity)}
    else coalesce(round(${sql.ref(litres)} / (case u.measure when 'volume' then u.factor end), 3), ${sql.ref(quantity)}) end`

/**
 * Whether a document `i` bills orders, as of a moment: an invoice, or a credit note, whose figures are below zero. One expression, so that
 * no index by type is used: before the first invoices are analyzed, the planner assumes that such an index is empty.
 */
export const bills = (until: string | null = null): RawBuilder<boolean> =>
  sql<boolean>`case when i.document_type in ('invoice', 'credit_note') then i.archived = 0 and i.status_id <> all(${BILLS_NOTHING})
    and i.created_at <= coalesce(${until}::timestamptz, 'infinity') else false end`

/** Whether the total of an invoice `d` is credited. Credit notes are never void. */
export const IS_CREDITED: RawBuilder<boolean> = sql<boolean>`(d.total_amount + (
  select coalesce(sum(c.total_amount), 0) from transaction_documents c
  where c.source_document_id = d.document_id and c.document_type = 'credit_note')) <= 0`

/** The quantity of an order's line `l` with the unit `u` on invoices created until a moment, less credited quantities. */
export const quantityInvoiced = (until: string | null = null): RawBuilder<string> =>
  sql<string>`coalesce((select sum(${inLineUnit('b.quantity', 'b.unit_id', 'b.quantity_liters')})
    from transaction_document_details b join transaction_documents i on i.document_id = b.document_id
    where b.source_detail_id = l.document_detail_id and ${bills(until)}), 0)::numeric(14, 3)`
