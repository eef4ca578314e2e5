import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { AppliedTax } from '#core/domains/finance/applicableTaxes.ts'
import { CHARGES } from '#core/domains/orders/charges.ts'
import type { InvoicedLine, InvoicedOrder } from '#core/domains/orders/nextInvoice.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import type { Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { bills, quantityInvoiced } from '../lines/lineQuantities.ts'
import { readLineTaxes } from '../lines/taxLines.ts'

/** A line of an order with its progress, in its unit, and its taxes. */
export interface ProgressedLine extends InvoicedLine {
  readonly quantity_delivered: string
  readonly taxes: AppliedTax[]
  readonly liters: string | null
}

type LineRow = Omit<ProgressedLine, 'discount_taken' | 'taxes' | 'liters'> &
  Record<'document_id' | 'product_id' | 'unit_id', number>

type Charges = Readonly<Record<(typeof CHARGES)[number], string>>

function chargesLeft(order: Charges, billed: Charges) {
  return recordOf(CHARGES, (name) => Decimal.max(0, new Decimal(order[name]).minus(billed[name])).toFixed(3))
}

async function readLines(
  { db, actor }: Context,
  ids: readonly number[],
  until: string | null,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.document_id, l.document_detail_id, l.product_id, l.unit_id, ${titleSql(actor, tank_products, 'p')} as product_title,
      u.unit_abbrev as unit_title, l.quantity, l.unit_price, l.line_discount_type, l.line_discount_amount, l.line_discount_percentage,
      l.line_total, l.quantity_delivered, ${quantityInvoiced(until)} as quantity_invoiced
    from transaction_document_details l join tank_products p using (product_id) join units_of_measure u on u.id = l.unit_id
    where l.document_id = any(${[...ids]}::int8[]) order by l.document_id, l.sort_order, l.document_detail_id`.execute(
    db,
  )
  return rows
}

/**
 * Inputs of the next invoices of orders: for the trial of billing, the doorstep and the invoices themselves. The caller has checked that
 * the actor may see the orders.
 * @param until as of this moment: without invoices that were made later
 * @param day of delivery, for the taxes; by default the day of each line's last delivery
 */
export async function readInvoicedOrders(
  context: Context,
  ids: readonly number[],
  { until = null, day = null }: { until?: string | null; day?: string | null } = {},
): Promise<Map<number, InvoicedOrder<ProgressedLine>>> {
  const orders = await context.db
    .selectFrom('transaction_documents')
    .select(['document_id', 'document_number', 'discount_type', 'discount', 'subtotal', ...CHARGES])
    .select(['company_id', 'seller_id', 'device_id', 'site_id', 'currency_id', 'exchange_rate'])
    .select(['ship_country_iso_3', 'ship_state', 'ship_city', 'ship_zip_code'])
    .where(sql<boolean>`document_id = any(${[...ids]}::int8[])`)
    .execute()
  const linesOf = groupBy(await readLines(context, ids, until), ({ document_id }) => document_id)
  const taxes = await readLineTaxes(
    context,
    orders.map(({ document_id, ...order }) => ({
      document: { ...order, document_type: 'invoice' as const },
      lines: (linesOf.get(document_id) ?? []).map(({ document_detail_id, product_id, unit_id }) => ({
        ...{ product_id, unit_id, ordered_id: document_detail_id, date: day },
      })),
    })),
  )
  const discounts = await discountsTaken(context, ids, until)
  const billed = await chargesBilled(context, ids, until)
  return new Map(
    orders.map((order, at) => {
      const { document_id, document_number, discount_type, discount, subtotal } = order
      const before = getOrThrow(billed, document_id)
      const lines = (linesOf.get(document_id) ?? []).map(
        ({ document_id: _, product_id: __, unit_id: ___, ...line }, index) => ({
          ...{ ...line, ...itemAt(itemAt(taxes, at), index) },
          discount_taken: discounts.get(line.document_detail_id) ?? '0',
        }),
      )
      const known = { document_id, document_number, discount_type, discount, subtotal, lines }
      return [document_id, { ...known, ...chargesLeft(order, before), discount_taken: before.discount }]
    }),
  )
}

/** The discounts by amount that earlier invoices gave on orders, by line. */
async function discountsTaken(
  { db }: Context,
  orders: readonly number[],
  until: string | null,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; taken: string }>`
    select s.document_detail_id as id, sum(l.line_discount_amount) as taken
    from transaction_document_details l join transaction_documents i using (document_id)
      join transaction_document_details s on s.document_detail_id = l.source_detail_id
    where s.document_id = any(${[...orders]}) and l.line_discount_type = 'A' and ${bills(until)}
    group by s.document_detail_id`.execute(db)
  return new Map(rows.map(({ id, taken }) => [id, taken]))
}

/** Invoiced charges and amount discounts of each order, less credited ones. */
async function chargesBilled(
  { db }: Context,
  orders: readonly number[],
  until: string | null,
): Promise<Map<number, Record<(typeof CHARGES)[number] | 'discount', string>>> {
  const figures = sql.join([...CHARGES, 'discount_type', 'discount'].map((name) => sql.ref(`i.${name}`)))
  const sums = sql.join(
    CHARGES.map((name) => sql`coalesce(sum(${sql.ref(`i.${name}`)}), 0) as ${sql.id(name)}`),
  )
  const { rows } = await sql<Record<(typeof CHARGES)[number] | 'discount', string> & { id: number }>`
    select o.id, ${sums}, coalesce(sum(case i.discount_type when 'A' then i.discount end), 0) as discount
    from unnest(${[...orders]}::int8[]) as o(id)
      left join lateral (
        select ${figures} from transaction_documents i where i.source_document_id = o.id and ${bills(until)}
        union all
        select ${figures} from transaction_documents b join transaction_documents i on i.source_document_id = b.document_id
        where b.source_document_id = o.id and ${bills(until)}
        union all
        ${sharedCharges(until)}) i on true
    group by o.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The charges of an order `o` on invoices over several orders. Their credit notes credit charges only as a whole, and the discount of each
 * order by the value of its credited goods, as the rules of credit notes do.
 */
function sharedCharges(until: string | null) {
  const charges = sql.join(
    CHARGES.map((name) => {
      const [of, all, credited] = [sql.ref(`b.${name}`), sql.ref(`i.${name}`), sql.ref(`c.${name}`)]
      return sql`${of} * (1 + coalesce(${credited} / nullif(${all}, 0), 0))`
    }),
  )
  const credits = sql.join(CHARGES.map((name) => sql`sum(${sql.ref(`i.${name}`)}) as ${sql.id(name)}`))
  return sql`
        select ${charges}, 'A', b.discount - round(b.discount * coalesce(g.credited / nullif(g.value, 0), 0), least(coalesce(y.precision, 2), 3))
        from invoice_orders b join transaction_documents i on i.document_id = b.invoice_id
          join companies k on k.company_id = i.company_id left join currencies y on y.currency_id = k.currency_id
          left join lateral (
            select ${credits} from transaction_documents i where i.source_document_id = b.invoice_id and ${bills(until)}) c on true
          left join lateral (
            select sum(l.line_total) filter (where i.document_id = b.invoice_id) as value,
              -sum(l.line_total) filter (where i.source_document_id = b.invoice_id) as credited
            from transaction_document_details s join transaction_document_details l on l.source_detail_id = s.document_detail_id
              join transaction_documents i on i.document_id = l.document_id
            where s.document_id = b.order_id and ${bills(until)}) g on true
        where b.order_id = o.id and ${bills(until)}`
}
