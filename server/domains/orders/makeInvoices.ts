import { sql } from 'kysely'
import type { INVOICE_PER } from '#core/domains/companies/billingWishes.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { unpricedIssues } from '#core/domains/orders/figuresLeave.ts'
import { invoiceKey } from '#core/domains/orders/invoiceKey.ts'
import { taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import {
  CHARGES,
  type DecimalPlaces,
  type DocumentFigures,
  documentTotals,
  storedTotals,
} from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { Exact } from '#core/platform/exact.ts'
import { groupBy } from '#core/platform/groupBy.ts'
import { decimalPlacesOf } from '#core/platform/money.ts'
import type { Fields } from '#core/resources/field.ts'
import { refuseClosedMonth } from '#server/domains/finance/journal/closedThrough.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound, type Refusal } from '#server/platform/refusal.ts'
import { auditMany } from '#server/resources/audit.ts'
import { copyOf } from '#server/resources/copyOf.ts'
import { type DetailRow, readDetailsOfMany } from '#server/resources/details.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import { faultOf } from '#server/resources/oneOfMany.ts'
import { lockRecords } from '#server/resources/rows.ts'
import { refuseIssues } from '#server/resources/validate.ts'
import { type NextBill, readNextBills } from './billedLines.ts'
import { refuseConversion } from './documentRules.ts'
import { placeOnInvoices } from './doorMoney/placeDoorMoney.ts'
import { insertDocuments } from './insertDocuments.ts'
import { requireOrderDecisionRight } from './orderingLimits.ts'
import { priceDelivered } from './priceDelivered.ts'
import type { Document } from './readDocument.ts'
import { settleOrders } from './settleOrder.ts'
import { insertTaxes, readTaxesOfMany, taxedLines } from './taxLines.ts'

/** Rows per statement: PostgreSQL takes 65,535 parameters. */
const CHUNK = 1000

/** By order: its invoice, or why it has none. */
type Invoiced = Map<number, number | Refusal>

/**
 * Makes the next invoices of orders, over what was delivered and is not billed yet, with a few statements for all of them. An order that
 * cannot be billed is refused and does not stop the others.
 * @param inRun opens the invoices: each draws its number, and counted doorstep money pays it. Orders share an invoice as their customer
 * wishes
 * @throws Refusal for what cannot be attributed to one order; nothing is kept then
 */
export async function makeInvoices(
  context: Context,
  ids: readonly number[],
  { inRun = false }: { inRun?: boolean } = {},
): Promise<Invoiced> {
  requireOrderDecisionRight(context)
  const outcomes: Invoiced = new Map(ids.map((id) => [id, notFound()]))
  const known = (await lockRecords(context, transaction_documents, ids)).map(({ document_id }) => document_id)
  // What waited for a posted price may have one by now.
  await priceDelivered(context, known)
  const orders = await lockRecords(context, transaction_documents, known)
  const facts = await readFacts(context, known)
  const linesOf = await readDetailsOfMany(context, transaction_document_details, {
    column: 'document_id',
    ids: known,
  })
  const bills = await readNextBills(context, orders, linesOf, (id) => facts.get(id)!.places)
  const months = inRun ? await judgeMonths(context, orders) : new Map()
  const billed: Billed[] = []
  for (const order of orders) {
    const id = order.document_id
    const bill = bills.get(id)!
    try {
      refuseConversion(context, order, 'invoice')
      if (bill.lines.length === 0) throw conflict('messages.nothing_to_bill')
      refuseUnpriced(linesOf.get(id) ?? [], bill.lines)
      if (months.has(order.seller_id)) throw months.get(order.seller_id)
      billed.push({ order, bill })
    } catch (error) {
      outcomes.set(id, faultOf(error))
    }
  }
  const groups = groupBy(billed, ({ order }) =>
    inRun ? invoiceKey(order, facts.get(order.document_id)!.invoice_per) : order.document_id,
  )
  const drafts = [...groups.values()].map((orders) => draftOf(orders, facts))
  const made = await insertInvoices(context, drafts, inRun)
  for (const [index, { orders }] of drafts.entries())
    for (const { order } of orders) outcomes.set(order.document_id, made[index]!)
  await settleOrders(
    context,
    billed.map(({ order }) => order.document_id),
  )
  if (inRun) await placeOnInvoices(context, { documents: made })
  return outcomes
}

interface Billed {
  order: Document
  bill: NextBill
}

interface Facts {
  places: DecimalPlaces
  invoice_per: (typeof INVOICE_PER)[number]
}

async function readFacts({ db }: Context, ids: readonly number[]): Promise<Map<number, Facts>> {
  const { rows } = await sql<{
    document_id: number
    invoice_per: Facts['invoice_per']
    company: number | null
    document: number | null
  }>`
    select o.document_id, c.invoice_per, y.precision as company, d.precision as document
    from transaction_documents o join companies c using (company_id) left join currencies y on y.currency_id = c.currency_id
      left join currencies d on d.currency_id = o.currency_id
    where o.document_id = any(${[...ids]})`.execute(db)
  return new Map(
    rows.map(({ document_id, invoice_per, company, document }) => [
      document_id,
      { invoice_per, places: { company: decimalPlacesOf(company), document: decimalPlacesOf(document) } },
    ]),
  )
}

/** Delivered lines without a price are priced on the order before they are billed. @throws Refusal 422 naming the lines */
function refuseUnpriced(ordered: readonly DetailRow[], billed: readonly DetailRow[]): void {
  const sources = new Set(billed.map(({ source_detail_id }) => Number(source_detail_id)))
  refuseIssues(unpricedIssues(ordered, ({ document_detail_id }) => sources.has(Number(document_detail_id))))
}

/** The refusals of sellers whose present month is closed. */
async function judgeMonths(context: Context, orders: readonly Document[]): Promise<Map<number, Refusal>> {
  const refused = new Map<number, Refusal>()
  const { rows } = await sql<{ today: string }>`select business_today() as today`.execute(context.db)
  for (const seller_id of new Set(orders.map((order) => order.seller_id)))
    await refuseClosedMonth(context, { seller_id, document_date: rows[0]!.today }).catch((error) =>
      refused.set(seller_id, faultOf(error)),
    )
  return refused
}

/** An invoice before its taxes. */
interface Draft {
  orders: readonly Billed[]
  values: Record<string, unknown>
  lines: DetailRow[]
  places: DecimalPlaces
  /** Of an invoice over several orders: what it bills of each besides its lines. */
  parts: { order_id: number; device_id: number; amounts: Record<string, string> }[]
}

function draftOf(orders: readonly Billed[], facts: ReadonlyMap<number, Facts>): Draft {
  const [{ order, bill }] = orders as [Billed]
  const { places } = facts.get(order.document_id)!
  const common = { document_type: 'invoice', seller_id: order.seller_id }
  if (orders.length === 1) {
    const values = { ...copyOf(transaction_documents, order), ...bill.amounts, ...common }
    return { orders, values, lines: bill.lines, places, parts: [] }
  }
  const parts = orders.map((one) => ({
    order_id: one.order.document_id,
    device_id: one.order.device_id,
    amounts: amountsOf(one, places),
  }))
  const sums = AMOUNTS.map((name) => [
    name,
    parts.reduce((sum, { amounts }) => sum.plus(amounts[name]!), new Exact(0)).toFixed(3),
  ])
  const values = { ...sharedOf(orders), ...Object.fromEntries(sums), discount_type: 'A', ...common }
  return { orders, values, lines: orders.flatMap((one) => one.bill.lines), places, parts }
}

const AMOUNTS = [...CHARGES, 'discount'] as const

/** What is billed of an order besides its lines, its discount as an amount. */
function amountsOf({ order, bill }: Billed, places: DecimalPlaces): Record<string, string> {
  const figures: DocumentFigures = { ...order, ...bill.amounts }
  const amounts = bill.lines.map(({ line_total }) => String(line_total))
  const { discount_amount } = documentTotals(amounts, figures, '0', places)
  return {
    ...Object.fromEntries(CHARGES.map((name) => [name, figures[name]!])),
    discount: discount_amount,
  }
}

/** The values of an invoice over several orders: what differs between them is left out, or the first one's if it is required. */
function sharedOf(orders: readonly Billed[]): Record<string, unknown> {
  const [first, ...others] = orders.map(({ order }) => copyOf(transaction_documents, order))
  return Object.fromEntries(
    Object.entries(first!).filter(
      ([name, value]) =>
        (transaction_documents.fields as Fields)[name]?.required ||
        others.every((other) => String(other[name]) === String(value)),
    ),
  )
}

async function insertInvoices(
  context: Context,
  drafts: readonly Draft[],
  isOpen: boolean,
): Promise<number[]> {
  if (drafts.length === 0) return []
  const { db } = context
  const found = await readTaxesOfMany(
    context,
    drafts.map(({ values, lines }) => ({
      document: { ...(values as unknown as Document), document_date: null },
      lines,
    })),
  )
  const counted = drafts.map(({ values, lines, places }, index) =>
    taxedTotals(taxedLines(lines, found[index]!), values as DocumentFigures, places),
  )
  const made = await insertDocuments(
    context,
    drafts.map(({ orders, values }, index) => ({
      ...{ ...values, ...storedTotals('invoice', counted[index]!.totals) },
      source_document_id: orders.length === 1 ? orders[0]!.order.document_id : null,
    })),
    isOpen ? { status_id: DOCUMENT_STATUS.open } : {},
  )
  const stored = await insertLines(
    context,
    drafts.flatMap(({ lines }, index) =>
      lines.map((line, sort_order) => ({ ...line, document_id: made[index]!, sort_order })),
    ),
  )
  await insertTaxes(
    context,
    counted.flatMap(({ taxes }, index) =>
      taxes.map(({ line, ...tax }) => ({
        ...tax,
        document_id: made[index]!,
        document_detail_id: stored.get(made[index]!)![line]!,
      })),
    ),
  )
  const parts = drafts.flatMap((draft, index) =>
    draft.parts.map(({ amounts, ...part }) => ({ invoice_id: made[index]!, ...part, ...amounts })),
  )
  if (parts.length > 0)
    await sql`insert into invoice_orders
      select * from jsonb_populate_recordset(null::invoice_orders, ${JSON.stringify(parts)}::jsonb)`.execute(
      db,
    )
  await auditMany(
    context,
    transaction_documents.name,
    'create',
    made.map((record_id, index) => ({
      record_id,
      changes: drafts[index]!.orders.map(({ order }) => ({
        ...{ field: 'source_document_id', before: null, after: order.document_id },
      })),
    })),
  )
  return made
}

/** @returns the ids of the lines by document, in order */
async function insertLines(
  { db }: Context,
  rows: readonly Record<string, unknown>[],
): Promise<Map<number, number[]>> {
  const stored: { document_id: number; document_detail_id: number }[] = []
  for (let from = 0; from < rows.length; from += CHUNK) {
    const some = await namedTables(db)
      .insertInto(transaction_document_details.name)
      .values(rows.slice(from, from + CHUNK))
      .returning(['document_id', 'document_detail_id'])
      .execute()
    for (const row of some)
      stored.push({
        document_id: Number(row['document_id']),
        document_detail_id: Number(row['document_detail_id']),
      })
  }
  const byDocument = groupBy(stored, ({ document_id }) => document_id)
  return new Map(
    [...byDocument].map(([id, lines]) => [id, lines.map(({ document_detail_id }) => document_detail_id)]),
  )
}
