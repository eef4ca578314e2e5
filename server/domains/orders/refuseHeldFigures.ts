import { areOutside, heldFigures, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { Context } from '#server/platform/context.ts'
import { readDetails } from '#server/resources/changes/details.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { isSameLine } from './lines/documentLines.ts'
import type { Document } from './readDocument.ts'

/** The fields that decide whether figures may leave the office. */
type Leaving = Parameters<typeof heldFigures>[0]

/**
 * Refuses a document in a status in which its figures leave the office, if they may not.
 * @throws Refusal 422 naming each line without a price, or `details` without lines
 */
export function refuseHeldFigures(document: Leaving, lines: readonly LineRow[]): void {
  refuseIssues(heldFigures(document, lines).issues)
}

/** Like `refuseHeldFigures`, for changed lines of a document: lines that were unpriced before do not block the others. */
export function refuseHeldLines(
  document: Leaving,
  { lines, before }: { lines: readonly LineRow[]; before: readonly LineRow[] },
): void {
  const isJudged = (line: LineRow) => !before.some((item) => isSameLine(item, line) && isUnpriced(item))
  refuseIssues(heldFigures(document, lines, isJudged).issues)
}

/**
 * Refuses a step that would release figures that may not leave the office. An invoice without a price may if a user who may overrule limits gives a
 * reason.
 * @throws Refusal 422
 */
export async function refuseHeldStep(
  context: Context,
  { document_id, ...document }: Document,
  status_id: Document['status_id'],
  reason?: string | null,
): Promise<void> {
  const next = { ...document, status_id }
  if (!areOutside(next)) return
  const lines = await readDetails(context, transaction_document_details, {
    column: 'document_id',
    id: document_id,
  })
  const { issues, isOverrulable } = heldFigures(next, lines)
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
