import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { listRecords, type Page } from '#server/resources/lists/list.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { readRecord } from '#server/resources/rows.ts'
import { decidesFor } from './decidesFor.ts'
import { findLocked } from './findShipmentLock.ts'
import { type LineFigures, readFigures } from './invoices/settleOrder.ts'

export type Document = RecordOf<typeof transaction_documents>

/** A line in a response: with the product's name, the unit's symbol, and order, site and device if they differ from the document's. */
export type DocumentLine = Omit<
  RecordOf<typeof transaction_document_details>,
  'created_at' | 'updated_at'
> & { product_title: string; unit_title: string; place_title: string | null }

export type WholeDocument = Document & { details: DocumentLine[] }

/** One document with its lines, and whether it is locked by a shipment. */
export async function readDocument(context: Context, id: number): Promise<WholeDocument> {
  const document = firstOf(await withLocks(context, [await readRecord(context, transaction_documents, id)]))
  const lines = await readLines(context, id)
  if (document.document_type !== 'sales_order') return { ...document, details: lines }
  const figures = await readFigures(context, [id])
  return { ...document, details: lines.map((line) => ({ ...line, ...progressOf(line, figures) })) }
}

/** Planned and billed quantities of an order's line, in the line's unit. */
function progressOf({ document_detail_id }: DocumentLine, figures: readonly LineFigures[]): object {
  const found = findOrThrow(figures, (figure) => figure.document_detail_id === document_detail_id)
  return { quantity_planned: found.quantity_planned, quantity_invoiced: found.quantity_invoiced }
}

/** A page of documents, each with whether it is locked by a shipment. */
export async function listDocuments(context: Context, query: ListQuery): Promise<Page<Document>> {
  const { rows, page } = await listRecords(context, transaction_documents, query)
  return { rows: await withLocks(context, rows), page }
}

/** The lines of a document, in order. The caller has checked that the actor may see the document. */
export async function readLines({ db, actor }: Context, id: number): Promise<DocumentLine[]> {
  const lines = await runPrepared(
    db,
    sql<DocumentLine & { company_id: number | null }>`
    select i.company_id, d.document_detail_id, d.product_id, d.ordered_port_id, p.product_name as product_title, d.quantity, d.unit_id, u.unit_abbrev as unit_title,
      d.quantity_liters, d.unit_price, d.unpriced, d.price_source, d.price_problem, d.price_reason,
      d.line_discount_type, d.line_discount_amount, d.line_discount_percentage, d.line_total, d.quantity_delivered, d.source_detail_id,
      d.credited_detail_id, case when o.document_id is not null and ((o.device_id, o.site_id) is distinct from (i.device_id, i.site_id)
        or exists (select from invoice_orders s where s.invoice_id = i.document_id))
        then concat_ws(' · ', o.document_number, z.name, ${titleSql(actor, devices, 'v')}) end as place_title
    from transaction_document_details d join tank_products p using (product_id)
      join units_of_measure u on u.id = d.unit_id join transaction_documents i on i.document_id = d.document_id
      left join transaction_document_details b on b.document_detail_id = d.source_detail_id
      left join transaction_documents o on o.document_id = b.document_id
      left join sites z on z.site_id = o.site_id left join devices v on v.device_id = o.device_id
    where d.document_id = ${id} order by d.sort_order, d.document_detail_id`,
  )
  return lines.map(({ company_id, ...line }) =>
    decidesFor(actor, company_id)
      ? line
      : { ...line, price_source: null, price_problem: null, price_reason: null },
  )
}

async function withLocks(context: Context, documents: readonly Document[]): Promise<Document[]> {
  const locked = await findLocked(
    context,
    documents.map(({ document_id }) => document_id),
  )
  return documents.map((document) => ({ ...document, locked: locked.has(document.document_id) ? 1 : 0 }))
}
