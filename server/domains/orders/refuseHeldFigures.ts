import { areOutside, heldFigures, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import type { Context } from '#server/platform/context.ts'
import { audit } from '#server/resources/audit.ts'
import { type DetailRow, readDetails } from '#server/resources/details.ts'
import { refuseIssues } from '#server/resources/validate.ts'
import { isSameLine } from './documentLines.ts'
import type { Document } from './readDocument.ts'

/** What decides whether figures may leave. */
type Leaving = Pick<Document, 'document_type' | 'status_id'>

/**
 * Refuses a document in a status in which its figures leave the office, where they may not.
 * @throws Refusal 422 naming each line without a price, or `details` where there are none
 */
export function refuseHeldFigures(document: Leaving, lines: readonly DetailRow[]): void {
  refuseIssues(heldFigures(document, lines).issues)
}

/** The same for changed lines of a document: those that had no price before do not stop the others. */
export function refuseHeldLines(
  document: Leaving,
  { lines, before }: { lines: readonly DetailRow[]; before: readonly DetailRow[] },
): void {
  const isJudged = (line: DetailRow) => !before.some((one) => isSameLine(one, line) && isUnpriced(one))
  refuseIssues(heldFigures(document, lines, isJudged).issues)
}

/**
 * Refuses a step that lets figures out which may not leave. An invoice without a price leaves where a person who may overrule
 * limits says why.
 * @throws Refusal 422
 */
export async function refuseHeldStep(
  context: Context,
  { document_id, document_type }: Document,
  status_id: Document['status_id'],
  reason?: string | null,
): Promise<void> {
  if (!areOutside({ document_type, status_id })) return
  const lines = await readDetails(context, transaction_document_details, {
    column: 'document_id',
    id: document_id,
  })
  const { issues, isOverrulable } = heldFigures({ document_type, status_id }, lines)
  if (issues.length === 0) return
  const { user_id, permissions } = context.actor
  const mayOverrule = user_id === null || permissions.has('shipment_planners.overrule')
  if (!isOverrulable || !mayOverrule) return refuseIssues(issues)
  const why = reason?.trim()
  if (!why) return refuseIssues([{ field: 'reason', rule: 'reason_without_price' }])
  await audit(context, 'transaction_documents', document_id, 'update', [
    { field: 'reason', before: null, after: why },
  ])
}
