import type { Issue } from '#core/platform/issue.ts'
import { DOCUMENT_STATUS, type DocumentStatus, type DocumentType } from './documentStatus.ts'

/** The statuses in which others rely on a document: its figures have left the office. */
const OUTSIDE: Record<DocumentType, readonly DocumentStatus[]> = {
  quote: ['quoted', 'sent', 'accepted', 'awarded'],
  sales_order: ['approved', 'waiting_for_shipment', 'open', 'received', 'invoiced'],
  purchase_order: ['approved', 'sent', 'accepted', 'received'],
  invoice: ['open', 'sent', 'partially_billed', 'billed', 'paid'],
}

/** What decides whether the figures of a document may leave. */
interface LeavingDocument {
  readonly document_type: DocumentType
  readonly status_id: number
}

interface LeavingLine {
  readonly unit_price?: unknown
}

/** Whether the business names the prices of a document; those of a purchase order are its vendor's. */
export function isSold(document_type: DocumentType): boolean {
  return document_type !== 'purchase_order'
}

/** A line without a price: what is given away has its price, and a discount of 100 %. */
export function isUnpriced({ unit_price }: LeavingLine): boolean {
  return Number(unit_price ?? 0) === 0
}

/** Whether the figures of a document in this status are known outside the office. */
export function areOutside({ document_type, status_id }: LeavingDocument): boolean {
  return OUTSIDE[document_type].some((name) => DOCUMENT_STATUS[name] === status_id)
}

/**
 * Why the figures of a document may not leave the office in this status. Every step asks here: approving, releasing, opening,
 * sending, and whatever writes a document that is outside already.
 * @param isJudged whether a line may hold the figures back
 * @returns the issues at their fields; `isOverrulable` when a person with the right may let them go with a reason
 */
export function heldFigures<L extends LeavingLine>(
  document: LeavingDocument,
  lines: readonly L[],
  isJudged?: (line: L) => boolean,
): { issues: Issue[]; isOverrulable: boolean } {
  if (!areOutside(document)) return { issues: [], isOverrulable: false }
  if (lines.length === 0) return { issues: [{ field: 'details', rule: 'no_lines' }], isOverrulable: false }
  return {
    issues: isSold(document.document_type) ? unpricedIssues(lines, isJudged) : [],
    isOverrulable: document.document_type === 'invoice',
  }
}

/** Each line without a price, of those that are judged: all of them unless said otherwise. */
export function unpricedIssues<L extends LeavingLine>(
  lines: readonly L[],
  isJudged: (line: L) => boolean = () => true,
): Issue[] {
  return lines.flatMap((line, index) =>
    isUnpriced(line) && isJudged(line) ? [{ field: `details.${index}.unit_price`, rule: 'unpriced' }] : [],
  )
}

/** Whether an invoice went out: it was sent, or money came in for it. What is on its paper is fixed then. */
export function isSentInvoice({
  document_type,
  given_out,
}: {
  readonly document_type?: unknown
  readonly given_out?: unknown
}): boolean {
  return document_type === 'invoice' && given_out === 1
}

/** What the office keeps about an invoice; nothing of it is on its paper, so it can change after the invoice was sent. */
export const INTERNAL_FIELDS: readonly string[] = ['approved', 'department_id']
