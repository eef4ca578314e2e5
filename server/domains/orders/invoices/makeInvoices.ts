import { sql } from 'kysely'
import type { INVOICE_PER } from '#core/domains/companies/billingWishes.ts'
import { CHARGES } from '#core/domains/orders/charges.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { unpricedIssues } from '#core/domains/orders/figuresLeave.ts'
import { quantityToInvoice } from '#core/domains/orders/fulfilment.ts'
import { type NextBill, nextBill } from '#core/domains/orders/nextInvoice.ts'
import { taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import { type DecimalPlaces, documentTotals, storedTotals } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { decimalPlacesOf } from '#core/platform/numbers/money.ts'
import type { Values } from '#core/platform/values.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { Context } from '#server/platform/context.ts'
import { columnsOfSet, insertSet, setOf } from '#server/platform/database/insertSet.ts'
import { conflict, notFound, type Refusal } from '#server/platform/refusal.ts'
import { readDetailsOfMany } from '#server/resources/changes/details.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { auditMany } from '#server/resources/history/audit.ts'
import { refusalOrThrow } from '#server/resources/lists/oneOfMany.ts'
import { lockRecords } from '#server/resources/rows.ts'
import { refuseConversion } from '../documentRules.ts'
import { placeOnInvoices } from '../doorMoney/placeDoorMoney.ts'
import { insertDocuments } from '../insertDocuments.ts'
import { insertTaxes } from '../lines/taxLines.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import type { Document } from '../readDocument.ts'
import { copyDocument } from './copyDocument.ts'
import { invoiceKey } from './invoiceKey.ts'
import { priceDelivered } from './priceDelivered.ts'
import { type ProgressedLine, readInvoicedOrders } from './readInvoicedOrders.ts'
import { settleOrders } from './settleOrder.ts'

/** The invoice of each order, or why it has none. */
type Invoiced = Map<number, number | Refusal>

/**
 * Creates the next invoices of orders, over unbilled deliveries, with a few statements for all of them. An order that
 * cannot be billed is refused and does not stop the others.
 * @param inRun opens the invoices: each draws its number, and counted doorstep money pays it. Orders share an invoice as their customer
 * wishes
 * @throws Refusal for a problem that cannot be attributed to one order; nothing is stored then
 */
export async function makeInvoices(
  context: Context,
  ids: readonly number[],
  { inRun = false }: { inRun?: boolean } = {},
): Promise<Invoiced> {
  requireOrderDecisionRight(context)
  const outcomes: Invoiced = new Map(ids.map((id) => [id, notFound()]))
  const locked = await lockRecords(context, transaction_documents, ids)
  const known = locked.map(({ document_id }) => document_id)
  // Lines that waited for a posted price may have one by now.
  const isRepriced = await priceDelivered(context, known)
  const orders = isRepriced ? await lockRecords(context, transaction_documents, known) : locked
  const facts = await readFacts(context, known)
  const linesOf = await readDetailsOfMany(context, transaction_document_details, {
    column: 'document_id',
    ids: known,
  })
  const outcomeOf = <T>({ document_id }: Document, work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      outcomes.set(document_id, refusalOrThrow(error))
      return undefined
    }
  }
  const convertible = orders.filter((order) =>
    outcomeOf(order, () => {
      requireOrderDecisionRight(context, order)
      refuseConversion(context, order, 'invoice')
      return true
    }),
  )
  const open = await readInvoicedOrders(
    context,
    convertible.map(({ document_id }) => document_id),
  )
  const billed = convertible.flatMap((order) => {
    const id = order.document_id
    const result = outcomeOf(order, (): Billed => {
      const bill = nextBill(getOrThrow(open, id), quantityToInvoice, getOrThrow(facts, id).places.company)
      if (!bill) throw conflict('messages.nothing_to_bill')
      const ordered = getOrThrow(linesOf, id)
      refuseUnpriced(ordered, bill)
      return { order, bill, lines: invoiceLines(ordered, bill) }
    })
    return result ?? []
  })
  const groups = groupBy(billed, ({ order }) =>
    inRun ? invoiceKey(order, getOrThrow(facts, order.document_id).invoice_per) : order.document_id,
  )
  const drafts = [...groups.values()].map((orders) => draftOf(orders, facts))
  const created = await insertInvoices(context, drafts, inRun)
  for (const [index, { orders }] of drafts.entries())
    for (const { order } of orders) outcomes.set(order.document_id, itemAt(created, index))
  await settleOrders(
    context,
    billed.map(({ order }) => order.document_id),
  )
  if (inRun) await placeOnInvoices(context, { documents: created })
  return outcomes
}

type Bill = NextBill<ProgressedLine>

interface Billed {
  order: Document
  bill: Bill
  /** Lines of its invoice. */
  lines: LineRow[]
}

/** The stored lines of an order with the quantities that the invoice bills. */
function invoiceLines(ordered: readonly LineRow[], bill: Bill): LineRow[] {
  return bill.lines.map(({ line: { document_detail_id: id }, quantity, line_discount_amount, total }) => {
    const line = findOrThrow(ordered, ({ document_detail_id }) => document_detail_id === id)
    const copied = writableFields(transaction_document_details).map(([name]) => [name, line[name]])
    const { price_source, price_problem, price_found } = line
    return {
      ...Object.fromEntries(copied),
      ...{ price_source, price_problem, price_found, quantity, line_discount_amount, line_total: total },
      source_detail_id: id,
    }
  })
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
function refuseUnpriced(ordered: readonly LineRow[], { lines }: Bill): void {
  const sources = new Set(lines.map(({ line }) => line.document_detail_id))
  refuseIssues(unpricedIssues(ordered, ({ document_detail_id }) => sources.has(Number(document_detail_id))))
}

/** An invoice before its totals. */
interface Draft {
  orders: readonly Billed[]
  values: Record<string, unknown>
  places: DecimalPlaces
  /** For an invoice over several orders: amounts of each order in addition to its lines. */
  parts: { order_id: number; device_id: number; amounts: Amounts }[]
}

function draftOf(orders: readonly Billed[], facts: ReadonlyMap<number, Facts>): Draft {
  const { order, bill } = firstOf(orders)
  const { places } = getOrThrow(facts, order.document_id)
  const common = { document_type: 'invoice', seller_id: order.seller_id }
  if (orders.length === 1) {
    const values = { ...copyDocument(order), ...bill.amounts, ...common }
    return { orders, values, places, parts: [] }
  }
  const parts = orders.map((item) => ({
    order_id: item.order.document_id,
    device_id: item.order.device_id,
    amounts: amountsOf(item, places),
  }))
  const sums = AMOUNTS.map((name) => [name, sumOf(parts.map(({ amounts }) => amounts[name])).toFixed(3)])
  const values = { ...sharedOf(orders), ...Object.fromEntries(sums), discount_type: 'A', ...common }
  return { orders, values, places, parts }
}

const AMOUNTS = [...CHARGES, 'discount'] as const
type Amounts = Record<(typeof AMOUNTS)[number], string>

/** Charges of an order that are billed in addition to its lines; its discount is an amount. */
function amountsOf({ order, bill }: Billed, places: DecimalPlaces): Amounts {
  const totals = bill.lines.map(({ total }) => total)
  const { discount_amount } = documentTotals(totals, { ...order, ...bill.amounts }, '0', places)
  return { ...bill.amounts, discount: discount_amount }
}

/** The values of an invoice over several orders: what differs between them is left out, or the first one's if it is required. */
function sharedOf(orders: readonly Billed[]): Record<string, unknown> {
  const [first = {}, ...others] = orders.map(({ order }) => copyDocument(order))
  const { fields }: Resource = transaction_documents
  return Object.fromEntries(
    Object.entries(first).filter(
      ([name, value]) =>
        fields[name]?.required || others.every((other) => String(other[name]) === String(value)),
    ),
  )
}

async function insertInvoices(
  context: Context,
  drafts: readonly Draft[],
  isOpen: boolean,
): Promise<number[]> {
  if (drafts.length === 0) return []
  const counted = drafts.map(totalsOf)
  const created = await insertDocuments(
    context,
    drafts.map(({ orders, values }, index) => ({
      ...{ ...values, ...storedTotals('invoice', itemAt(counted, index).totals) },
      source_document_id: orders.length === 1 ? firstOf(orders).order.document_id : null,
    })),
    isOpen ? { status_id: DOCUMENT_STATUS.open } : {},
  )
  const stored = await insertLines(
    context,
    drafts.flatMap(({ orders }, index) =>
      orders
        .flatMap(({ lines }) => lines)
        .map((line, sort_order) => ({ ...line, document_id: itemAt(created, index), sort_order })),
    ),
  )
  await insertTaxes(
    context,
    counted.flatMap(({ taxes }, index) =>
      taxes.map(({ line, ...tax }) => ({
        ...tax,
        document_id: itemAt(created, index),
        document_detail_id: itemAt(getOrThrow(stored, itemAt(created, index)), line),
      })),
    ),
  )
  const parts = drafts.flatMap((draft, index) =>
    draft.parts.map(({ amounts, ...part }) => ({ invoice_id: itemAt(created, index), ...part, ...amounts })),
  )
  await insertSet(context.db, 'invoice_orders', parts)
  await auditInvoices(context, created, drafts)
  return created
}

function totalsOf({ orders, values, places }: Draft) {
  const lines = orders.flatMap(({ bill }) =>
    bill.lines.map(({ line: { taxes, liters }, quantity, total: amount }) => ({
      ...{ amount, quantity, taxes, liters },
    })),
  )
  return taxedTotals(lines, values, places)
}

async function auditInvoices(context: Context, result: readonly number[], drafts: readonly Draft[]) {
  await auditMany(
    context,
    transaction_documents.name,
    'create',
    result.map((record_id, index) => ({
      record_id,
      changes: itemAt(drafts, index).orders.map(({ order }) => ({
        ...{ field: 'source_document_id', before: null, after: order.document_id },
      })),
    })),
  )
}

/** @returns the ids of the lines by document, in order */
async function insertLines({ db }: Context, rows: readonly Values[]): Promise<Map<number, number[]>> {
  const columns = columnsOfSet(rows)
  const { rows: stored } = await sql<{ document_id: number; document_detail_id: number }>`
    insert into transaction_document_details (${columns}) select ${columns} from ${setOf('transaction_document_details', rows)}
    returning document_id, document_detail_id`.execute(db)
  const byDocument = groupBy(stored, ({ document_id }) => document_id)
  return new Map(
    [...byDocument].map(([id, lines]) => [id, lines.map(({ document_detail_id }) => document_detail_id)]),
  )
}
