import { sql } from 'kysely'
import { type DecimalPlaces, lineTotal } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { readUnheld } from '#server/domains/tanks/readUnheld.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { acceptDetails, type DetailRow } from '#server/resources/details.ts'
import { refuseIssues } from '#server/resources/validate.ts'

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
    before.lines.some(
      (one) =>
        one['document_detail_id'] === line['document_detail_id'] && one['product_id'] === line['product_id'],
    )
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
