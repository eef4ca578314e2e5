import type { CalculatedTax } from '#core/domains/finance/calculateTaxes.ts'
import { taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import {
  type DecimalPlaces,
  type DocumentTotals,
  documentTotals,
  isSameAmount,
} from '#core/domains/orders/totals.ts'
import type { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { issueIf } from '#core/platform/issue.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import type { Values } from '#core/platform/values.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { RawRowOf } from '#server/resources/changes/details.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import type { Document } from '../readDocument.ts'
import { type LineTaxes, taxedLines } from './taxLines.ts'

/** Maximum number of digits of a figure. */
const MAX_DIGITS = 13

/**
 * The figures of a document from its lines and their taxes, and the taxes themselves.
 * @throws Refusal 422 for figures with too many digits, and for a discount above the subtotal
 */
export function calculateTotals(
  document: Values,
  lines: readonly LineRow[],
  places: DecimalPlaces,
  taxesOfLines: readonly LineTaxes[],
): { totals: DocumentTotals; taxes: CalculatedTax[] } {
  const { totals, taxes } = taxedTotals(taxedLines(lines, taxesOfLines), document, places)
  const isTooLarge = [...Object.values(totals), ...lines.map(({ line_total }) => String(line_total))].some(
    (value) => value.replace(/\D/g, '').length > MAX_DIGITS,
  )
  refuseIssues([
    ...issueIf(isTooLarge, { field: 'total_amount', rule: 'too_high' }),
    ...issueIf(Number(totals.subtotal) < Number(totals.discount_amount), {
      field: 'discount',
      rule: 'discount_too_high',
    }),
  ])
  return { totals, taxes }
}

/** Figures that the caller computed must agree with the server's: a difference is a mistake on one side. @throws Refusal 422 */
export function refuseOtherTotals(body: Values, lines: readonly LineRow[], totals: DocumentTotals): void {
  const values: Readonly<Record<string, unknown>> & { details?: unknown } = { ...body }
  const rows: RawRowOf<typeof transaction_document_details>[] = Array.isArray(values.details)
    ? values.details
    : []
  const sent = [
    ...Object.entries(totals).map(([field, counted]) => [field, values[field], counted] as const),
    ...rows.map(
      (row, index) =>
        [`details.${index}.line_total`, row.line_total, String(lines[index]?.line_total)] as const,
    ),
  ]
  refuseIssues(
    sent
      .filter(([, value, counted]) => value != null && !isSameAmount(String(value), counted))
      .map(([field, , counted]) => ({ field, rule: 'total_differs', params: { counted } })),
  )
}

/** The stored figures: they are not recomputed for an unchanged document. */
export function currentTotals(current: Document): DocumentTotals {
  const { grand_total, document_grand_total } = current
  return {
    ...(recordOf(keysOf(documentTotals([], {})), (name) => current[name]) as DocumentTotals),
    balance: current.balance ?? grand_total,
    document_balance: current.document_balance ?? document_grand_total,
  }
}
