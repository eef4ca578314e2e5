import type { Issue } from '#core/platform/issue.ts'
import { CHARGES } from './charges.ts'
import { DOCUMENT_STATUS, type DocumentStatus, type DocumentType, isReceivable } from './documentStatus.ts'

/** Statuses in which others rely on a document: its figures have left the office. */
const OUTSIDE: Record<DocumentType, readonly DocumentStatus[]> = {
  quote: ['quoted', 'sent', 'accepted', 'awarded'],
  sales_order: ['approved', 'waiting_for_shipment', 'open', 'received', 'invoiced'],
  purchase_order: ['approved', 'sent', 'accepted', 'received'],
  invoice: ['open', 'sent', 'partially_billed', 'billed', 'paid'],
  // It repeats an invoice that is already issued.
  credit_note: [],
}

/** Facts that decide whether the figures of a document may leave. */
interface LeavingDocument extends Partial<Readonly<Record<(typeof CHARGES)[number], unknown>>> {
  readonly document_type: DocumentType
  readonly status_id: number
}

interface LeavingLine {
  readonly unit_price?: unknown
}

/** Whether the business sets the prices of a document; the vendor sets the prices of a purchase order. */
export function isSold(document_type: DocumentType): boolean {
  return document_type !== 'purchase_order'
}

/** A line without a price; a free line has a price and a discount of 100 %. */
export function isUnpriced({ unit_price }: LeavingLine): boolean {
  return Number(unit_price ?? 0) === 0
}

/** Whether the figures of a document in this status are known outside the office. */
export function areOutside({ document_type, status_id }: LeavingDocument): boolean {
  return OUTSIDE[document_type].some((name) => DOCUMENT_STATUS[name] === status_id)
}

/**
 * Why the figures of a document may not leave the office in this status. Used by every step: approving, releasing, opening,
 * sending, and any change of a document that is already issued.
 * @param isJudged whether a line may hold the figures back
 * @returns the issues at their fields; `isOverrulable` if a user with the right may let them go with a reason
 */
export function heldFigures<L extends LeavingLine>(
  document: LeavingDocument,
  lines: readonly L[],
  isJudged?: (line: L) => boolean,
): { issues: Issue[]; isOverrulable: boolean } {
  if (!areOutside(document)) return { issues: [], isOverrulable: false }
  if (lines.length === 0 && !asksForCharges(document))
    return { issues: [{ field: 'details', rule: 'no_lines' }], isOverrulable: false }
  return {
    issues: isSold(document.document_type) ? unpricedIssues(lines, isJudged) : [],
    isOverrulable: document.document_type === 'invoice',
  }
}

/** An invoice over charges alone, such as the fee of a returned check or an opening balance. */
function asksForCharges(document: LeavingDocument): boolean {
  return document.document_type === 'invoice' && CHARGES.some((name) => Number(document[name] ?? 0) > 0)
}

/** Issues of lines without a price, among those judged (default: all). */
export function unpricedIssues<L extends LeavingLine>(
  lines: readonly L[],
  isJudged: (line: L) => boolean = () => true,
): Issue[] {
  return lines.flatMap((line, index) =>
    isUnpriced(line) && isJudged(line) ? [{ field: `details.${index}.unit_price`, rule: 'unpriced' }] : [],
  )
}

/** Whether an invoice or a credit note went out: it was sent, or has a payment. Its printed contents are fixed then. */
export function isSentInvoice({
  document_type,
  given_out,
}: {
  readonly document_type?: unknown
  readonly given_out?: unknown
}): boolean {
  return isReceivable(document_type) && given_out === 1
}

/** Internal fields of an invoice that are not printed, so they can change after it was sent. */
export const INTERNAL_FIELDS: readonly string[] = ['approved', 'department_id']
