import type { listUnbilled } from '#core/domains/orders/billingCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'

/** An order with something to bill, a delivery without an order, or a period of a subscription. */
export type Unbilled = ResponseOf<typeof listUnbilled>['unbilled'][number]

export function keyOf({ document_id, subscription_id, shipment_id, device_id }: Unbilled): string {
  if (subscription_id !== null) return `subscription ${subscription_id}`
  return document_id === null ? `${shipment_id} ${device_id}` : String(document_id)
}

/** How a run names it. */
export function deliveryOf({ document_id, subscription_id, shipment_id, device_id }: Unbilled) {
  if (subscription_id !== null) return { subscription_id }
  return document_id === null ? { shipment_id: shipment_id!, device_id } : { document_id }
}
