import { sql } from 'kysely'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { mayDecideOrders, PRICE_FIELDS } from '#core/domains/orders/ordering.ts'
import { type DecimalPlaces, lineTotal } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { readUnheld } from '#server/domains/tanks/readUnheld.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { acceptDetails, type DetailRow } from '#server/resources/details.ts'
import { refuseIssues } from '#server/resources/validate.ts'
import { findPrices } from './findPrices.ts'

const lineKind = transaction_document_details

/**
 * The lines of a document as their definition allows them, in units of quantities: a system of units is none. A line that
 * says no unit keeps the one it had.
 * @throws Refusal 422, 404
 */
export async function acceptLines(
  context: Context,
  given: readonly DetailRow[],
  before: readonly DetailRow[],
): Promise<DetailRow[]> {
  const lines = await acceptDetails(context, lineKind, given, before)
  const { rows } = await sql<{ id: number }>`
    select id from units_of_measure where measure = 'system' and id = any(${lines.map(({ unit_id }) => unit_id ?? 0)})`.execute(
    context.db,
  )
  const systems = new Set(rows.map(({ id }) => Number(id)))
  const wrong = lines.flatMap(({ unit_id }, index) => (systems.has(Number(unit_id)) ? [index] : []))
  if (wrong.length > 0)
    throw invalid(wrong.map((index) => ({ field: `details.${index}.unit_id`, rule: 'choice' })))
  return lines.map((line) => {
    if (line['unit_id'] != null) return line
    const old = before.find(
      (one) => line['document_detail_id'] != null && one['document_detail_id'] === line['document_detail_id'],
    )
    return old ? { ...line, unit_id: old['unit_id'] } : line
  })
}

/**
 * The lines with the prices that nobody stated: those of new lines and of lines whose product or unit changed, and of unpriced
 * ones that the office saves. Lines of purchase orders are priced by their vendor.
 * @param given the lines as they were sent; a price that is absent or empty is not stated, one of 0 is stated by who decides
 */
export async function withPrices(
  context: Context,
  { company_id, document_type }: { company_id: number | null; document_type: DocumentType },
  { given, lines, before }: { given: readonly DetailRow[]; lines: DetailRow[]; before: readonly DetailRow[] },
): Promise<DetailRow[]> {
  if (!isSold(document_type) || company_id === null) return lines
  const decides = mayDecideOrders(context.actor.loginType)
  const isOpen = lines.map((line, index) => {
    const sent = given[index]?.['unit_price']
    const isStated = decides && sent != null && sent !== ''
    if (isStated) return false
    const old = before.find((one) => isSameLine(one, line))
    return (
      !old ||
      (decides && isUnpriced(line)) ||
      !isSameValue(old, line, 'product_id') ||
      !isSameValue(old, line, 'unit_id')
    )
  })
  const found = await findPrices(
    context,
    lines
      .filter((_, index) => isOpen[index])
      .map(({ product_id, unit_id }) => ({
        company_id,
        product_id: Number(product_id),
        unit_id: unit_id == null ? null : Number(unit_id),
      })),
  )
  let next = 0
  return lines.map((line, index) => {
    if (!isOpen[index]) return line
    const unit_price = found[next++]?.unit_price ?? '0.000000'
    return { ...line, ...(decides ? {} : UNDECIDED_PRICE), unit_price }
  })
}

function isSameValue(one: DetailRow, other: DetailRow, name: string): boolean {
  return Number(one[name] ?? 0) === Number(other[name] ?? 0)
}

/** Whether two rows are the same stored line. */
export function isSameLine(one: DetailRow, other: DetailRow): boolean {
  return one['document_detail_id'] != null && one['document_detail_id'] === other['document_detail_id']
}

/** What a line says of its price where nobody who decides has said anything. */
export const UNDECIDED_PRICE: DetailRow = Object.fromEntries(
  PRICE_FIELDS.map((name) => [name, lineKind.fields[name].default]),
)

/** What is brought to a device, and what was before. */
interface Ordered {
  document_type: string
  device_id: number
  lines: readonly DetailRow[]
}

/**
 * What is offered or sold by volume for a device goes into one of its tanks. A line that says the same as before stays.
 * @throws Refusal 422 naming each line whose product no tank there holds
 */
export async function refuseUnheld(
  context: Context,
  { document_type, device_id, lines }: Ordered,
  before: Pick<Ordered, 'device_id' | 'lines'> | null = null,
): Promise<void> {
  if (document_type !== 'sales_order' && document_type !== 'quote') return
  const { rows } = await sql<{ id: number }>`
    select id from units_of_measure where measure = 'volume' and id = any(${lines.map(({ unit_id }) => unit_id ?? 0)})`.execute(
    context.db,
  )
  const volumes = new Set(rows.map(({ id }) => Number(id)))
  const unheld = await readUnheld(
    context,
    lines.map(({ product_id }) => ({ device_id, product_id })),
  )
  const isKept = (line: DetailRow) =>
    before?.device_id === device_id &&
    before.lines.some((one) => isSameLine(one, line) && isSameValue(one, line, 'product_id'))
  refuseIssues(
    lines.flatMap((line, index) =>
      unheld.has(index) && (line['unit_id'] == null || volumes.has(Number(line['unit_id']))) && !isKept(line)
        ? [{ field: `details.${index}.product_id`, rule: 'no_tank_holds' as const }]
        : [],
    ),
  )
}

export function withTotals(lines: readonly DetailRow[], { company }: DecimalPlaces): DetailRow[] {
  return lines.map((line) => ({ ...line, line_total: lineTotal(line, company) }))
}

/** What the history tells of a line. */
export const TOLD_OF_LINES = ['product_id', 'quantity', 'unit_id', 'unit_price', 'line_total'] as const
