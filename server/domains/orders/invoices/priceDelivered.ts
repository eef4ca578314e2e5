import { sql } from 'kysely'
import { taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import { lineTotal, storedTotals } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type Delivery, type DeliveryBill, openDeliveries } from '#core/domains/prices/openDeliveries.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { Exact, sumOf } from '#core/platform/numbers/exact.ts'
import { PRICE_DECIMALS } from '#core/platform/numbers/money.ts'
import type { Context } from '#server/platform/context.ts'
import { audit } from '#server/resources/history/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { HISTORY_FIELDS } from '../lines/documentLines.ts'
import { type FoundPrice, findPrices } from '../lines/findPrices.ts'
import { billsOfLine, deliveriesOfLine } from '../lines/lineDeliveries.ts'
import { readTaxesOf, saveTaxes, taxedLines } from '../lines/taxLines.ts'
import { saveFees } from '../lines/withFees.ts'
import { foundFields } from '../lines/withPrices.ts'
import { readDecimalPlaces } from '../readDecimalPlaces.ts'
import { findCharges, type Recharged } from './findCharges.ts'

interface Waiting {
  document_id: number
  document_detail_id: number
  company_id: number
  site_id: number | null
  document_date: string
  wished_date: string | null
  product_id: number
  unit_id: number
  quantity: string
  unit_price: string
  deliveries: Delivery[]
  bills: DeliveryBill[]
}

/**
 * Prices lines of orders again if their price rule depends on the day of delivery, or has yielded no price so far. Manually entered prices and
 * invoiced quantities stay. Deliveries on several days are each priced by their own day, and the line by their mean, weighted by quantity.
 * @param withFees also charges the fees of the delivery: after a delivery, not when it is billed, so that the bill matches the display
 * @returns whether a price or a fee changed
 */
export async function priceDelivered(
  context: Context,
  documents: readonly number[],
  { withFees = false }: { withFees?: boolean } = {},
): Promise<boolean> {
  const lines = await readWaiting(context, documents)
  const parts = lines.map((line) => openParts(line))
  const found = await findPrices(
    context,
    lines.flatMap((line, index) =>
      itemAt(parts, index).map(({ delivered }) => ({
        ...{ company_id: line.company_id, product_id: line.product_id, unit_id: line.unit_id },
        ...{ quantity: line.quantity, site_id: line.site_id, order_date: line.document_date, delivered },
      })),
    ),
  )
  let next = 0
  const changed = new Set<number>()
  const priced: object[] = []
  for (const [index, line] of lines.entries()) {
    const own = itemAt(parts, index).map((part) => ({ ...part, price: itemAt(found, next++) }))
    const fields = meanOf(own, line.deliveries.length > 0)
    if (!fields) continue
    priced.push({ ...fields, document_detail_id: line.document_detail_id })
    if (!new Exact(line.unit_price).equals(String(fields.unit_price))) changed.add(line.document_id)
  }
  await sql`update transaction_document_details l set unit_price = f.unit_price, price_source = f.price_source,
      price_problem = f.price_problem, price_found = f.price_found
    from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) as f (document_detail_id int8, unit_price numeric, price_source text,
      price_problem text, price_found jsonb)
    where l.document_detail_id = f.document_detail_id and (l.unit_price, l.price_source, l.price_problem, l.price_found)
      is distinct from (f.unit_price, f.price_source, f.price_problem, f.price_found)`.execute(context.db)
  const recharged = await findCharges(context, withFees ? documents : [])
  const recounted = new Set([...changed, ...recharged.keys()])
  for (const id of [...recounted].sort((a, b) => a - b))
    await recount(context, id, { priced: changed.has(id) ? lines : null, recharged: recharged.get(id) })
  return recounted.size > 0
}

async function readWaiting({ db }: Context, documents: readonly number[]): Promise<Waiting[]> {
  if (documents.length === 0) return []
  const { rows } = await sql<Waiting>`
    select l.document_id, l.document_detail_id, o.company_id, o.site_id, o.document_date, o.wished_date, l.product_id, l.unit_id,
      l.quantity, l.unit_price,
      ${deliveriesOfLine} as deliveries, ${billsOfLine()} as bills
    from transaction_document_details l join transaction_documents o using (document_id) join units_of_measure u on u.id = l.unit_id
    where l.document_id = any(${[...documents]}) and o.document_type = 'sales_order' and l.price_source is distinct from 'by_hand'
      and l.price_found ->> 'price_rule_id' is not null
      and (l.price_found ->> 'price_by' = 'delivery' or l.price_problem is not null)
    order by l.document_id, l.sort_order, l.document_detail_id`.execute(db)
  return rows
}

/** The unbilled deliveries; before the first delivery, the wished day. */
function openParts({ deliveries, bills: made, quantity, wished_date }: Waiting): Delivery[] {
  return deliveries.length === 0 ? [{ delivered: wished_date, quantity }] : openDeliveries(deliveries, made)
}

/**
 * The fields of a line with the mean price of its parts; without a price if one of them has none. Null without parts. The delivered parts
 * are stored, so that an invoice knows what it bills.
 */
function meanOf(parts: readonly (Delivery & { price: FoundPrice })[], isDelivered: boolean) {
  const last = parts.at(-1)
  if (!last) return null
  const lacking = parts.find(({ price }) => price.unit_price === null)
  if (lacking) return foundFields(lacking.price)
  if (!isDelivered) return foundFields(last.price)
  const whole = sumOf(parts.map(({ quantity }) => quantity))
  const worth = sumOf(parts.map(({ quantity, price }) => new Exact(quantity).times(price.unit_price ?? 0)))
  const unit_price = worth.dividedBy(whole).toFixed(PRICE_DECIMALS)
  const priced = parts.map(({ delivered, quantity, price }) => ({
    delivered,
    quantity,
    unit_price: price.unit_price,
  }))
  return {
    ...foundFields({ ...last.price, unit_price }),
    price_found: { ...last.price, unit_price, parts: priced },
  }
}

/** Recomputes the totals of an order after prices or fees changed, and records both in its history; `priced` is null if only fees changed. */
async function recount(
  context: Context,
  id: number,
  { priced, recharged }: { priced: readonly Waiting[] | null; recharged: Recharged | undefined },
): Promise<void> {
  const { db } = context
  const stored = await db
    .selectFrom('transaction_documents')
    .selectAll()
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  const order = { ...stored, ...recharged?.charges }
  const places = await readDecimalPlaces(context, order)
  const lines = await db
    .selectFrom('transaction_document_details')
    .selectAll()
    .where('document_id', '=', id)
    .orderBy('sort_order')
    .orderBy('document_detail_id')
    .execute()
  const counted = lines.map((line) => ({ ...line, line_total: lineTotal(line, places.company) }))
  for (const { document_detail_id, line_total } of counted)
    await sql`update transaction_document_details set line_total = ${line_total}
      where document_detail_id = ${document_detail_id}`.execute(db)
  const { totals, taxes } = taxedTotals(
    taxedLines(counted, await readTaxesOf(context, order, counted)),
    order,
    places,
  )
  await saveTaxes(context, id, taxes)
  await updateRecord(context, transaction_documents, id, {
    ...recharged?.charges,
    ...storedTotals('sales_order', totals),
  })
  await saveFees(context, id, recharged?.fees)
  if (priced) await auditPrices(context, { id, lines, counted, priced })
}

interface Repriced {
  id: number
  lines: readonly Readonly<Record<string, unknown>>[]
  counted: readonly Readonly<Record<string, unknown>>[]
  priced: readonly Waiting[]
}

async function auditPrices(context: Context, { id, lines, counted, priced }: Repriced): Promise<void> {
  const old = new Map(priced.map((line) => [line.document_detail_id, line.unit_price]))
  const short = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(HISTORY_FIELDS.map((field) => [field, row[field]]))
  await audit(context, 'transaction_documents', id, 'update', [
    {
      field: 'details',
      before: lines.map((line) =>
        short({ ...line, unit_price: old.get(Number(line['document_detail_id'])) ?? line['unit_price'] }),
      ),
      after: counted.map(short),
    },
  ])
}
