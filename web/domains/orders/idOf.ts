import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'

export function idOf(record: OrderRecord): { document_id: number } {
  return { document_id: Number(record.document_id) }
}
