import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { quantityToInvoice, shareOf } from '#core/domains/orders/fulfilment.ts'
import { CHARGES, type DecimalPlaces } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { Exact } from '#core/platform/exact.ts'
import { writableFields } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { DetailRow } from '#server/resources/details.ts'
import type { Document } from './readDocument.ts'
import { readFigures } from './settleOrder.ts'

/** An invoice or credit note that counts: neither void nor archived. Figures of credit notes are below zero. */
const BILLS = sql`i.document_type in ('invoice', 'credit_note') and i.archived = 0
  and i.status_id not in (${DOCUMENT_STATUS.void}, ${DOCUMENT_STATUS.cancelled})`

/**
 * The lines of an order's next invoice: for each line what was delivered and is on no invoice yet. A discount by amount is divided by
 * quantity, so that all invoices together give it once.
 */
export async function billedLines(
  context: Context,
  { document_id }: Document,
  lines: readonly DetailRow[],
  { company }: DecimalPlaces,
): Promise<DetailRow[]> {
  const figures = await readFigures(context, [document_id])
  const taken = await discountsTaken(context, [document_id])
  return lines.flatMap((line) => {
    const id = Number(line['document_detail_id'])
    const progress = figures.find(({ document_detail_id }) => Number(document_detail_id) === id)!
    const quantity = quantityToInvoice(progress)
    if (Number(quantity) === 0) return []
    const line_discount_amount = shareOf(String(line['line_discount_amount']), {
      done: new Decimal(progress.quantity_invoiced).plus(quantity).toFixed(),
      of: String(line['quantity']),
      taken: taken.get(id) ?? '0',
      places: company,
    })
    const copied = writableFields(transaction_document_details).map(([name]) => [name, line[name]])
    const { price_source, price_problem, price_found } = line
    return [
      {
        ...Object.fromEntries(copied),
        ...{ price_source, price_problem, price_found, quantity, line_discount_amount },
        source_detail_id: id,
      },
    ]
  })
}

/** The discounts by amount that earlier invoices gave on some orders, by line; without those made after `until`. */
export async function discountsTaken(
  { db }: Context,
  orders: readonly number[],
  until: string | null = null,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; taken: string }>`
    select s.document_detail_id as id, sum(l.line_discount_amount) as taken
    from transaction_document_details l join transaction_documents i using (document_id)
      join transaction_document_details s on s.document_detail_id = l.source_detail_id
    where s.document_id = any(${[...orders]}) and l.line_discount_type = 'A' and ${BILLS}
      and i.created_at <= coalesce(${until}::timestamptz, 'infinity')
    group by s.document_detail_id`.execute(db)
  return new Map(rows.map(({ id, taken }) => [id, taken]))
}

/**
 * The charges of an order's next invoice in addition to its lines: what no earlier one has charged, and for a discount by amount the share
 * of the goods billed by then.
 */
export async function billedAmounts(
  context: Context,
  order: Document,
  lines: readonly DetailRow[],
  { company }: DecimalPlaces,
): Promise<object> {
  const { charges, discount_taken } = (await chargesLeft(context, [order])).get(order.document_id)!
  if (order.discount_type === 'P') return charges
  const discount = shareOf(order.discount, {
    done: await valueBilled(context, order, lines),
    of: order.subtotal,
    taken: discount_taken,
    places: company,
  })
  return { ...charges, discount }
}

type Charges = Record<(typeof CHARGES)[number], string>

/**
 * By order: its charges in addition to its lines that no invoice has charged yet, and the discount by amount that invoices gave; as of
 * `until`.
 */
export async function chargesLeft(
  context: Context,
  orders: readonly (Readonly<Charges> & { document_id: number })[],
  until: string | null = null,
): Promise<Map<number, { charges: Charges; discount_taken: string }>> {
  const sums = sql.join(
    CHARGES.map((name) => sql`coalesce(sum(${sql.ref(`i.${name}`)}), 0) as ${sql.id(name)}`),
  )
  const { rows } = await sql<Record<string, string> & { id: number }>`
    select o.id, ${sums}, coalesce(sum(case i.discount_type when 'A' then i.discount end), 0) as discount
    from unnest(${orders.map(({ document_id }) => document_id)}::int8[]) as o(id)
      left join transaction_documents i on ${BILLS} and (i.source_document_id = o.id or i.source_document_id in (
          select b.document_id from transaction_documents b where b.source_document_id = o.id and b.document_type = 'invoice'))
        and i.created_at <= coalesce(${until}::timestamptz, 'infinity')
    group by o.id`.execute(context.db)
  return new Map(
    orders.map((order) => {
      const billed = rows.find(({ id }) => Number(id) === order.document_id)!
      const charges = CHARGES.map((name) => {
        const left = new Decimal(order[name]).minus(billed[name]!)
        return [name, (left.isNegative() ? new Decimal(0) : left).toFixed(3)]
      })
      return [
        order.document_id,
        { charges: Object.fromEntries(charges) as Charges, discount_taken: billed['discount']! },
      ]
    }),
  )
}

/** The value of the goods on the next invoice by the order, not rounded. */
async function valueBilled(
  context: Context,
  { document_id }: Document,
  lines: readonly DetailRow[],
): Promise<string> {
  const figures = await readFigures(context, [document_id])
  const rows = await context.db
    .selectFrom('transaction_document_details')
    .select(['document_detail_id', 'line_total'])
    .where('document_id', '=', document_id)
    .execute()
  return rows
    .reduce((sum, { document_detail_id: id, line_total }) => {
      const { quantity, quantity_invoiced } = figures.find((one) => one.document_detail_id === id)!
      const now = lines.find((line) => Number(line['source_detail_id']) === Number(id))?.['quantity'] ?? '0'
      const done = new Exact(quantity_invoiced).plus(String(now)).dividedBy(quantity)
      return sum.plus(Exact.min(1, done).times(line_total))
    }, new Exact(0))
    .toFixed()
}
