import { hasDraftNumber } from '#core/domains/orders/documentNumber.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { INTERNAL_FIELDS, isSentInvoice } from '#core/domains/orders/figuresLeave.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'
import { writableFields } from '#core/resources/definition.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import { conflict } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { isSameLine } from '../lines/documentLines.ts'
import type { Document } from '../readDocument.ts'

const lineFields = writableFields(transaction_document_details).map(([name]) => name)

/**
 * A sent invoice is fixed. Internal fields, which are not printed, may change: `INTERNAL_FIELDS` and user-defined fields.
 * @throws Refusal 422 naming each field that would change, also of lines
 */
export function refuseSentChanges(
  current: Document,
  { changes, lines, before }: { changes: Values; lines: readonly LineRow[]; before: readonly LineRow[] },
): void {
  const open: readonly string[] = [...INTERNAL_FIELDS, 'archived', 'status_id']
  const values: LineRow = current
  const ofDocument = Object.entries(changes)
    .filter(([field, value]) => !isSame(value, values[field]))
    .map(([field]) => field)
    .filter((field) => field in transaction_documents.fields && !open.includes(field))
  const ofLines = lines.flatMap((line, index) => {
    const old = before.find((item) => isSameLine(item, line))
    if (!old) return [`details.${index}.product_id`]
    return lineFields
      .filter((name) => !isSame(line[name], old[name]))
      .map((name) => `details.${index}.${name}`)
  })
  const isGone = before.some((old) => !lines.some((line) => isSameLine(old, line)))
  refuseIssues(
    [...ofDocument, ...ofLines, ...(isGone ? ['details'] : [])].map(
      (field): Issue => ({ field, rule: 'fixed_once_sent' }),
    ),
  )
}

/**
 * The seller and the year of an invoice with a number belong to its series: they follow from its company and its date.
 * @throws Refusal 422
 */
export function refuseOtherSeries(current: Document, next: Document): void {
  if (current.document_type !== 'invoice' || hasDraftNumber(current)) return
  const yearOf = ({ document_date }: Document) => document_date?.slice(0, 4)
  refuseIssues([
    ...issueIf(next.company_id !== current.company_id, { field: 'company_id', rule: 'fixed_by_number' }),
    ...issueIf(yearOf(next) !== yearOf(current), { field: 'document_date', rule: 'fixed_by_number' }),
  ])
}

/** A sent invoice is never archived, unless it was voided while that was possible. @throws Refusal 409 */
export function refuseSentAway({ status_id }: Document): void {
  if (status_id !== DOCUMENT_STATUS.void) throw conflict('messages.sent_stays')
}

/** A sent invoice is credited instead of voided, even if it is open again after a payment was reversed. @throws Refusal 409 */
export function refuseSentVoid(document: Document): void {
  if (isSentInvoice(document)) throw conflict('messages.sent_is_credited')
}

/** Figures are compared by value: "1" is "1.000". */
function isSame(one: unknown, other: unknown): boolean {
  const [left, right] = [String(one ?? ''), String(other ?? '')]
  return left === right || (left !== '' && right !== '' && Number(left) === Number(right))
}
