import type { listUnbilled } from '#core/domains/orders/billingCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'

/** An order with something to bill, or a delivery without an order. */
export type Unbilled = AnswerOf<typeof listUnbilled>['unbilled'][number]

export function keyOf({ document_id, shipment_id, device_id }: Unbilled): string {
  return document_id === null ? `${shipment_id} ${device_id}` : String(document_id)
}
