import { useQuery } from '@tanstack/react-query'
import type { readCredit } from '#core/domains/orders/calls.ts'
import { isCreditable } from '#core/domains/orders/documentStatus.ts'
import { isSentInvoice } from '#core/domains/orders/figuresLeave.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { reading } from '#web/platform/calls/request.ts'
import { idOf } from '../idOf.ts'
import { useMayChangeOrders } from '../useMayChangeOrders.ts'

export type Credit = NonNullable<ResponseOf<typeof readCredit>['credit']>

/** Whether the reader can credit a document: an invoice that was sent. */
export function useMayCredit(record: OrderRecord): boolean {
  const mayChange = useMayChangeOrders()
  return (
    mayChange &&
    record.document_type === 'invoice' &&
    isSentInvoice(record) &&
    isCreditable(Number(record.status_id))
  )
}

/** The creditable rest of an invoice; undefined until loaded, and where the reader cannot credit it. */
export function useCredit(record: OrderRecord) {
  return useQuery({
    queryKey: ['transaction_documents', 'credit', record.document_id, record.updated_at],
    enabled: useMayCredit(record),
    queryFn: reading<typeof readCredit>('/transaction_documents/:document_id/credit', {
      params: idOf(record),
    }),
    select: ({ credit }) => credit,
  })
}

/** Whether an invoice bills more than was delivered. */
export function isOverbilled({ lines }: Credit): boolean {
  return lines.some(({ quantity_over }) => Number(quantity_over) > 0)
}
