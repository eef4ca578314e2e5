import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { nextShipmentStatuses } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseUnknownStatus } from '#server/resources/refuseUnknownStatus.ts'

/** @throws Refusal 409 naming what is allowed. */
export function refuseShipmentStep(context: Context, from: number, to: number): void {
  refuseUnknownStatus(context, shipment_planners, {
    field: 'status_id',
    from,
    to,
    allowed: nextShipmentStatuses(from),
  })
}
