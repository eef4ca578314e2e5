import { sql } from 'kysely'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import {
  type CandidateFee,
  type ChargedFee,
  type Charges,
  chargeFees,
  type FeeLine,
  followFees,
  type IndexPrice,
  WITH_FEES,
} from '#core/domains/prices/chargeFees.ts'
import type { PriceMoment } from '#core/domains/prices/decidePrice.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, momentOf } from './findPrices.ts'

interface ChargedDocument extends Charges {
  document_type: DocumentType
  company_id: number | null
  document_date?: string | null
  wished_date?: string | null
}

/**
 * The charges of a quote or an order with its seller's fees, and the fees. A charge that a person entered stays, that is, one that
 * differs from the sum of the earlier fees.
 * @param before the earlier fees: none for a new document, null for a document without fees
 * @param places decimals of the company's currency
 */
export async function withFees(
  context: Context,
  document: ChargedDocument,
  {
    lines,
    before,
    places,
    delivered = null,
  }: {
    lines: readonly LineRow[]
    before: readonly ChargedFee[] | null
    places: number
    delivered?: string | null
  },
): Promise<ReturnType<typeof followFees> & { fees_found?: readonly ChargedFee[] }> {
  if (!WITH_FEES.includes(document.document_type) || document.company_id === null || before === null)
    return {}
  const { company_id, wished_date, document_date } = document
  const day = delivered ?? wished_date ?? document_date ?? null
  const [fees_found = []] = await findFees(context, [{ company_id, lines, day, places }])
  return { ...followFees(document, before, fees_found), fees_found }
}

/** A sale to be charged with fees. */
interface ChargedSale {
  company_id: number
  lines: readonly (Pick<LineRow, 'product_id' | 'quantity' | 'unit_id'> & { drop?: number | null })[]
  /** The day of the fees, or an instant of it; null: today. */
  day: string | null
  /** Decimals of the company's currency. */
  places: number
}

/** The fees that the sellers of customers charge for sales. One statement, however many sales. */
export async function findFees(context: Context, sales: readonly ChargedSale[]): Promise<ChargedFee[][]> {
  const found = await readCandidates(context, sales)
  return sales.map(({ places }, at) => {
    const { fees, index, moment, feeLines } = itemAt(found, at)
    return chargeFees(fees, feeLines, { moment, index, places })
  })
}

interface FeeRow {
  fees: CandidateFee[]
  index: IndexPrice[]
  moment: PriceMoment
  feeLines: FeeLine[]
}

async function readCandidates({ db, now }: Context, sales: readonly ChargedSale[]): Promise<FeeRow[]> {
  if (sales.length === 0) return []
  const requested = sales.map(({ company_id, day, lines }, place) => ({
    ...{ place, company_id, day },
    lines: lines.map(({ product_id, quantity, unit_id, drop }) => ({ product_id, quantity, unit_id, drop })),
  }))
  const { rows } = await sql<FeeRow>`
    with sale as (
      select a.place, a.lines, c.currency_id, c.unit_of_measure, seller_of(c.company_id) as seller_id, ${momentOf(sql`d.day`, now)} as m
      from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as a (place int, company_id int8, day text, lines jsonb)
        left join companies c using (company_id) cross join lateral (
          select coalesce(${dayOf(sql`a.day`)}, (${now}::timestamptz at time zone business_time_zone())::date) as day) d
    )
    select a.m as moment,
      coalesce((select jsonb_agg(jsonb_build_object('price_fee_id', f.price_fee_id, 'name', f.name, 'fee_kind', f.fee_kind,
        'charge', f.charge, 'amount', f.amount::text, 'per', f.per,
        'litres', case u.measure when 'volume' then u.factor::text end, 'below_quantity', f.below_quantity::text,
        'terminal_id', f.terminal_id, 'product_id', f.product_id, 'from_index', f.from_index::text, 'from_date', f.from_date,
        'to_date', f.to_date) order by f.price_fee_id)
        from price_fees f left join units_of_measure u on u.id = f.unit_id join companies s on s.company_id = f.company_id
        where f.company_id = a.seller_id and s.currency_id = a.currency_id), '[]') as fees,
      coalesce((select jsonb_agg(jsonb_build_object('terminal_id', k.terminal_id, 'product_id', k.product_id,
          'unit_price', q.unit_price::text))
        from (select distinct f.company_id, f.terminal_id, f.product_id from price_fees f join companies s using (company_id)
            where f.company_id = a.seller_id and s.currency_id = a.currency_id and f.fee_kind = 'fuel_surcharge') k
          cross join lateral (select p.unit_price from posted_prices p where p.company_id = k.company_id
            and p.terminal_id = k.terminal_id and p.product_id = k.product_id and p.valid_from <= (a.m ->> 'at')::timestamptz
            order by p.valid_from desc limit 1) q), '[]') as index,
      coalesce((select jsonb_agg(jsonb_build_object('is_hazardous', p.un_number is not null, 'drop', l.drop,
          'litres', case u.measure when 'volume' then (l.quantity * u.factor)::text end))
        from jsonb_to_recordset(a.lines) as l (product_id int8, quantity numeric, unit_id int8, drop int8)
          join tank_products p using (product_id)
          join units_of_measure u on case when l.unit_id is null
            then u.code = case a.unit_of_measure when 2 then 'l' else 'gal' end else u.id = l.unit_id end), '[]') as "feeLines"
    from sale a order by a.place`.execute(db)
  return rows
}

/** Stores the fees that its charges consist of. */
export async function saveFees(
  { db }: Context,
  document_id: number,
  fees: object | undefined,
): Promise<void> {
  if (!fees) return
  await sql`update transaction_documents set fees_found = ${JSON.stringify(fees)}::jsonb
    where document_id = ${document_id}`.execute(db)
}

/** The stored fees of a document; null if it was created without fees. */
export async function readFees({ db }: Context, document_id: number): Promise<ChargedFee[] | null> {
  const { rows } = await sql<{ fees_found: ChargedFee[] | null }>`
    select fees_found from transaction_documents where document_id = ${document_id}`.execute(db)
  return firstOf(rows).fees_found
}
