import { sql } from 'kysely'
import type { AppliedTax, TaxPlace } from '#core/domains/finance/applicableTaxes.ts'
import type { CalculatedTax, TaxedLine } from '#core/domains/finance/calculateTaxes.ts'
import type { StoredTax } from '#core/domains/finance/creditedTaxes.ts'
import { areOutside, isSold } from '#core/domains/orders/figuresLeave.ts'
import { TAXED_FIELDS } from '#core/domains/orders/taxedTotals.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type DeliveryBill, openDeliveries } from '#core/domains/prices/openDeliveries.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { findSeller } from '#server/domains/companies/findSeller.ts'
import { readSiteAddress } from '#server/domains/companies/siteAddress.ts'
import { readStoredTaxes } from '#server/domains/finance/readStoredTaxes.ts'
import type { TaxProvider } from '#server/domains/finance/taxProvider.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import { savedAddresses } from '#server/domains/people/savedAddresses.ts'
import type { Context } from '#server/platform/context.ts'
import { insertSet } from '#server/platform/database/insertSet.ts'
import { DELIVERED_ON } from './deliveredAt.ts'
import { billsOfLine, type DatedDelivery, deliveriesOfLine } from './lineDeliveries.ts'

type Document = RecordOf<typeof transaction_documents>

/** The source of taxes in use. */
const findTaxes: TaxProvider = readStoredTaxes

/** Inputs of a document's taxes other than its lines. */
type Taxable = Pick<Document, 'document_type' | 'company_id' | 'device_id' | 'currency_id'> &
  Partial<
    Pick<
      Document,
      | 'document_id'
      | 'status_id'
      | 'exchange_rate'
      | 'document_date'
      | 'site_id'
      | 'ship_country_iso_3'
      | 'ship_state'
      | 'ship_city'
      | 'ship_zip_code'
    >
  > & { seller_id?: number | undefined }

/** A line with the id of the order's line that was delivered, if there is one. */
interface TaxableLine {
  readonly product_id: number
  readonly unit_id: number | null
  readonly ordered_id: number | null
  /** The day of delivery, if known without the order. */
  readonly date?: string | null
}

/** The taxes on a line, and the litres of one unit of its quantity. */
export interface LineTaxes {
  readonly taxes: AppliedTax[]
  readonly liters: string | null
}

/** Whether a released document keeps its taxes: nothing changed on which they depend. */
export function keepsTaxes(current: Document, changes: Values, areLinesSame: boolean): boolean {
  const now: Values = current
  return (
    areOutside(current) &&
    areLinesSame &&
    TAXED_FIELDS.every(
      (name) => !(name in changes) || String(changes[name] ?? '') === String(now[name] ?? ''),
    )
  )
}

/** The taxes on the lines of a document; a released document keeps its rates. */
export async function readTaxesOf(
  context: Context,
  document: Taxable,
  lines: readonly LineRow[],
): Promise<LineTaxes[]> {
  const taxed = lines.map(({ product_id, unit_id, source_detail_id }) => ({
    product_id: Number(product_id),
    unit_id: unit_id == null ? null : Number(unit_id),
    ordered_id: source_detail_id == null ? null : Number(source_detail_id),
  }))
  return firstOf(await readLineTaxes(context, [{ document, lines: taxed }]))
}

/**
 * The taxes on the lines of documents, by the address of delivery and the rates of the day of delivery, else of the document's date or
 * today. Of several deliveries that no other document bills, the last one decides.
 * Purchase orders have none: their vendor charges them.
 */
export async function readLineTaxes(
  context: Context,
  documents: readonly { document: Taxable; lines: readonly TaxableLine[] }[],
): Promise<LineTaxes[][]> {
  const sold = documents.filter(({ document }) => isSold(document.document_type))
  const sellerOf = await findSellers(
    context,
    sold.map(({ document }) => document),
  )
  const taxing = await sellersWithCodes(context, [...new Set(sold.map(({ document }) => sellerOf(document)))])
  const taxable = sold.filter(({ document }) => taxing.has(sellerOf(document)))
  const facts = await readFacts(context, taxable)
  const savedRates = await readSavedRates(context, taxable)
  const queries = []
  for (const [index, { document, lines }] of taxable.entries()) {
    const lineFacts = itemAt(facts, index)
    queries.push({
      seller_id: sellerOf(document),
      company_id: document.company_id!,
      place: await placeOf(context, document),
      company_currency_id: lineFacts[0]?.currency_id ?? null,
      currency_id: document.currency_id,
      exchange_rate: document.exchange_rate ?? '1',
      lines: lines.map(({ product_id, date }, at) => {
        const { delivered_on, today } = itemAt(lineFacts, at)
        return { product_id, date: date ?? delivered_on ?? document.document_date ?? today }
      }),
      savedRates: savedRates.get(document.document_id ?? 0) ?? new Map(),
    })
  }
  const taxes = await findTaxes(context, queries)
  const indexes = new Map(taxable.map((item, index) => [item, index]))
  return documents.map((document) => {
    const at = indexes.get(document) ?? -1
    return document.lines.map((_, line) => ({
      taxes: taxes[at]?.[line] ?? [],
      liters: facts[at]?.[line]?.liters ?? null,
    }))
  })
}

/** The seller of a document without a stated one: the seller of its company. */
async function findSellers(
  context: Context,
  documents: readonly Taxable[],
): Promise<(document: Taxable) => number> {
  const sellers = await findSeller(
    context,
    documents.flatMap(({ company_id, seller_id }) =>
      company_id === null || seller_id !== undefined ? [] : [company_id],
    ),
  )
  return ({ company_id, seller_id }) => seller_id ?? sellers.get(company_id ?? 0) ?? 0
}

/** The sellers among these that have active tax codes. */
async function sellersWithCodes({ db }: Context, sellers: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('tax_codes')
    .select('company_id')
    .distinct()
    .where('company_id', 'in', sellers.length > 0 ? sellers : [0])
    .where('is_active', '=', 1)
    .execute()
  return new Set(rows.map(({ company_id }) => Number(company_id)))
}

interface Facts {
  currency_id: number | null
  liters: string | null
  delivered_on: string | null
  today: string
}

async function readFacts(
  { db }: Context,
  documents: readonly { document: Taxable; lines: readonly TaxableLine[] }[],
): Promise<Facts[][]> {
  const all = documents.flatMap(({ document: { company_id, document_id }, lines }) =>
    lines.map(({ unit_id, ordered_id }) => ({ company_id, document_id, unit_id, ordered_id })),
  )
  if (all.length === 0) return documents.map(() => [])
  const { rows } = await sql<Facts & { is_divided: boolean }>`
    select c.currency_id, case when u.measure = 'volume' then u.factor end as liters, b.delivered_on::text as delivered_on,
      b.is_divided, business_today()::text as today
    from rows from (jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as (company_id int8, unit_id int8, ordered_id int8))
        with ordinality as line (company_id, unit_id, ordered_id, place)
      join companies c using (company_id)
      left join units_of_measure u on u.id = coalesce(line.unit_id,
        (select v.id from units_of_measure v where v.code = case c.unit_of_measure when 2 then 'l' else 'gal' end))
      left join lateral (select max(${DELIVERED_ON}) as delivered_on, coalesce(min(${DELIVERED_ON}) < max(${DELIVERED_ON}), false) as is_divided
        from shipment_planner_details d join shipment_planners s using (shipment_id)
        where d.document_detail_id = line.ordered_id and s.status_id = ${SHIPMENT_STATUS.finalized}) b on true
    order by line.place`.execute(db)
  const divided = all.filter((_, index) => itemAt(rows, index).is_divided)
  const days = await readOpenDays(db, divided)
  let next = 0
  return documents.map(({ document: { document_id }, lines }) =>
    lines.map(({ ordered_id }) => {
      const row = itemAt(rows, next++)
      return { ...row, delivered_on: days.get(keyOf({ document_id, ordered_id })) ?? row.delivered_on }
    }),
  )
}

interface BilledLine {
  /** Undefined before the document is stored. */
  document_id?: number | null | undefined
  ordered_id: number | null
}

const keyOf = ({ document_id, ordered_id }: BilledLine) => [document_id, ordered_id].join()

/** The last day of the deliveries that no other document bills, of lines that were delivered on several days. */
async function readOpenDays(
  db: Context['db'],
  divided: readonly BilledLine[],
): Promise<Map<string, string | undefined>> {
  if (divided.length === 0) return new Map()
  const { rows } = await sql<BilledLine & { deliveries: DatedDelivery[]; bills: DeliveryBill[] }>`
    select w.document_id, w.ordered_id, ${deliveriesOfLine} as deliveries, ${billsOfLine(sql`w.document_id`)} as bills
    from jsonb_to_recordset(${JSON.stringify(divided)}::jsonb) as w (document_id int8, ordered_id int8)
      join transaction_document_details l on l.document_detail_id = w.ordered_id join units_of_measure u on u.id = l.unit_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [keyOf(row), openDeliveries(row.deliveries, row.bills).at(-1)?.day]))
}

/** The rates of released documents, by document and code. */
async function readSavedRates(
  { db }: Context,
  documents: readonly { document: Taxable }[],
): Promise<Map<number, Map<number, string>>> {
  const released = documents.flatMap(({ document: { document_id, document_type, status_id } }) =>
    document_id !== undefined && status_id !== undefined && areOutside({ document_type, status_id })
      ? [document_id]
      : [],
  )
  if (released.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_taxes')
    .select(['document_id', 'tax_code_id', 'rate'])
    .distinct()
    .where('document_id', 'in', released)
    .execute()
  const byDocument = groupBy(rows, ({ document_id }) => document_id)
  return new Map(
    [...byDocument].map(([document_id, taxes]) => [
      document_id,
      new Map(taxes.map(({ tax_code_id, rate }) => [tax_code_id, rate])),
    ]),
  )
}

/** The address of delivery as text; a document without one is delivered to its site, its device or its company. */
async function placeOf(
  context: Context,
  { company_id, device_id, site_id, ship_country_iso_3, ship_state, ship_city, ship_zip_code }: Taxable,
): Promise<TaxPlace> {
  if (ship_state || ship_city || ship_zip_code)
    return placeOfParts({
      ...{ country_iso_3: ship_country_iso_3, state: ship_state, city: ship_city, zip_code: ship_zip_code },
    })
  const site = site_id == null ? null : await readSiteAddress(context, site_id)
  if (site) return placeOfParts(site)
  const owners = [
    { object_ref: 'device', object_id: device_id } as const,
    { object_ref: 'company', object_id: company_id! } as const,
  ]
  const [address] = await savedAddresses(context, owners, 'shipping')
  return placeOfParts(address ?? {})
}

function placeOfParts(parts: { [Part in keyof TaxPlace]?: TaxPlace[Part] | undefined }): TaxPlace {
  const { country_iso_3 = null, state = null, city = null, zip_code = null } = parts
  return { country_iso_3, state, city, zip_code }
}

/** Lines with their totals, as the base of taxes. */
export function taxedLines(lines: readonly LineRow[], taxes: readonly LineTaxes[]): TaxedLine[] {
  return lines.map(({ line_total, quantity }, index) => ({
    amount: String(line_total),
    quantity: String(quantity),
    ...itemAt(taxes, index),
  }))
}

/** Replaces the stored taxes of a document; its lines are stored already. */
export async function saveTaxes(
  context: Context,
  document_id: number,
  taxes: readonly CalculatedTax[],
): Promise<void> {
  const { db } = context
  await db.deleteFrom('document_taxes').where('document_id', '=', document_id).execute()
  if (taxes.length === 0) return
  const lines = await db
    .selectFrom('transaction_document_details')
    .select('document_detail_id')
    .where('document_id', '=', document_id)
    .orderBy('sort_order')
    .orderBy('document_detail_id')
    .execute()
  const stored = taxes.map(({ line, ...tax }) => ({
    ...tax,
    document_id,
    document_detail_id: itemAt(lines, line).document_detail_id,
  }))
  await insertTaxes(context, stored)
}

/** Adds taxes to documents. */
export function insertTaxes(
  { db }: Context,
  taxes: readonly (StoredTax & { document_id: number })[],
): Promise<void> {
  return insertSet(db, 'document_taxes', taxes)
}
