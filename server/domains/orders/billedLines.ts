import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { quantityToInvoice, shareOf } from '#core/domains/orders/fulfilment.ts'
import { CHARGES, type DecimalPlaces } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { Exact } from '#core/platform/exact.ts'
import { groupBy } from '#core/platform/groupBy.ts'
import { writableFields } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { DetailRow } from '#server/resources/details.ts'
import { withTotals } from './documentLines.ts'
import type { Document } from './readDocument.ts'
import { type LineFigures, readFigures } from './settleOrder.ts'

/** An invoice or credit note that counts: neither void nor archived. Figures of credit notes are below zero. */
const BILLS = sql`i.document_type in ('invoice', 'credit_note') and i.archived = 0
  and i.status_id not in (${DOCUMENT_STATUS.void}, ${DOCUMENT_STATUS.cancelled})`

/** What the next invoice of an order bills. */
export interface NextBill {
  lines: DetailRow[]
  /** Its charges, and a discount by amount. */
  amounts: object
}

/**
 * The next invoice of each order: for each line what was delivered and is on no invoice yet, and the charges that none has charged. A
 * discount by amount is divided by quantity, that of the whole order by value, so that all invoices together give it once.
 * @param linesOf the stored lines by order
 * @param placesOf the decimals of an order's figures
 */
export async function readNextBills(
  context: Context,
  orders: readonly Document[],
  linesOf: ReadonlyMap<number, readonly DetailRow[]>,
  placesOf: (document_id: number) => DecimalPlaces,
): Promise<Map<number, NextBill>> {
  const ids = orders.map(({ document_id }) => document_id)
  const figures = groupBy(await readFigures(context, ids), ({ document_id }) => Number(document_id))
  const taken = await discountsTaken(context, ids)
  const left = await chargesLeft(context, orders)
  return new Map(
    orders.map((order) => {
      const id = order.document_id
      const before = linesOf.get(id) ?? []
      const progress = new Map((figures.get(id) ?? []).map((one) => [Number(one.document_detail_id), one]))
      const places = placesOf(id)
      const lines = withTotals(billedLines(before, progress, taken, places), places)
      const { charges, discount_taken } = left.get(id)!
      if (order.discount_type === 'P') return [id, { lines, amounts: charges }]
      const discount = shareOf(order.discount, {
        done: valueBilled(before, progress, lines),
        of: order.subtotal,
        taken: discount_taken,
        places: places.company,
      })
      return [id, { lines, amounts: { ...charges, discount } }]
    }),
  )
}

function billedLines(
  before: readonly DetailRow[],
  progress: ReadonlyMap<number, LineFigures>,
  taken: ReadonlyMap<number, string>,
  { company }: DecimalPlaces,
): DetailRow[] {
  return before.flatMap((line) => {
    const id = Number(line['document_detail_id'])
    const figures = progress.get(id)!
    const quantity = quantityToInvoice(figures)
    if (Number(quantity) === 0) return []
    const line_discount_amount = shareOf(String(line['line_discount_amount']), {
      done: new Decimal(figures.quantity_invoiced).plus(quantity).toFixed(),
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
  const figures = sql.join([...CHARGES, 'discount_type', 'discount'].map((name) => sql.ref(`i.${name}`)))
  const sharedFigures = sql.join([
    ...CHARGES.map((name) => sql.ref(`b.${name}`)),
    ...[sql`'A'`, sql.ref('b.discount')],
  ])
  const sums = sql.join(
    CHARGES.map((name) => sql`coalesce(sum(${sql.ref(`i.${name}`)}), 0) as ${sql.id(name)}`),
  )
  const counts = sql`${BILLS} and i.created_at <= coalesce(${until}::timestamptz, 'infinity')`
  const { rows } = await sql<Record<string, string> & { id: number }>`
    select o.id, ${sums}, coalesce(sum(case i.discount_type when 'A' then i.discount end), 0) as discount
    from unnest(${orders.map(({ document_id }) => document_id)}::int8[]) as o(id)
      left join lateral (
        select ${figures} from transaction_documents i where i.source_document_id = o.id and ${counts}
        union all
        select ${figures} from transaction_documents b join transaction_documents i on i.source_document_id = b.document_id
        where b.source_document_id = o.id and b.document_type = 'invoice' and ${counts}
        union all
        select ${sharedFigures} from invoice_orders b join transaction_documents i on i.document_id = b.invoice_id
        where b.order_id = o.id and ${counts}) i on true
    group by o.id`.execute(context.db)
  const sumsOf = new Map(rows.map((row) => [Number(row.id), row]))
  return new Map(
    orders.map((order) => {
      const billed = sumsOf.get(order.document_id)!
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

/** The value of the goods on all invoices up to the next one by the order, not rounded. */
function valueBilled(
  before: readonly DetailRow[],
  progress: ReadonlyMap<number, LineFigures>,
  lines: readonly DetailRow[],
): string {
  const billed = new Map(lines.map((line) => [Number(line['source_detail_id']), String(line['quantity'])]))
  return before
    .reduce((sum, { document_detail_id, line_total }) => {
      const id = Number(document_detail_id)
      const { quantity, quantity_invoiced } = progress.get(id)!
      const done = new Exact(quantity_invoiced).plus(billed.get(id) ?? '0').dividedBy(quantity)
      return sum.plus(Exact.min(1, done).times(String(line_total)))
    }, new Exact(0))
    .toFixed()
}
