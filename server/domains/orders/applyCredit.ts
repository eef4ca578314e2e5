import { isPayable, statusAfterPayment } from '#core/domains/orders/documentStatus.ts'
import { documentTotals, isMoreThan } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Context } from '#server/platform/context.ts'
import { audit } from '#server/resources/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { readDecimalPlaces } from './readDecimalPlaces.ts'
import type { Document } from './readDocument.ts'

/** Pays an invoice with a credit note, as far as the invoice owes anything. What is left stays the credit note's balance. */
export async function applyCredit(
  context: Context,
  { credit_note_id, document_id }: { credit_note_id: number; document_id: number },
): Promise<void> {
  const invoice = await lockRecord(context, transaction_documents, document_id)
  const note = await lockRecord(context, transaction_documents, credit_note_id)
  const owed = invoice.balance ?? '0'
  const left = String(note.balance).replace(/^-/, '')
  const amount = isMoreThan(left, owed) ? owed : left
  if (!isPayable(invoice.document_type, invoice.status_id) || Number(amount) === 0) return
  for (const [document, paid] of [
    [invoice, amount],
    [note, `-${amount}`],
  ] as const) {
    const { balance, document_balance } = documentTotals(
      [document.balance!],
      { exchange_rate: document.exchange_rate },
      paid,
      await readDecimalPlaces(context, document),
    )
    const status_id = statusAfterPayment(document.status_id, Number(balance) === 0) as Document['status_id']
    await updateRecord(context, transaction_documents, document.document_id, {
      balance,
      document_balance,
      status_id,
    })
    await audit(context, 'transaction_documents', document.document_id, 'payment', [
      { field: 'balance', before: document.balance, after: balance },
    ])
  }
}
