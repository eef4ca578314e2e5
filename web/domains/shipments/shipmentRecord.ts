import type { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import type { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { StopOfShipment } from '#core/domains/shipments/shipmentStops.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** A load of a round as its screens read it; a new one has only the entered fields. */
export type LoadRecord = ShownRecord<typeof shipment_planner_details>
/** A limit that was overruled for a round or one of its loads. */
export interface Overrule {
  shipment_detail_id: number | null
  stage: string
  rule: string
  quantity_liters: number | null
  limit_liters: number | null
  reason: string
  by: string | null
  at: string
}

/** A round as its screens read it, with its loads. */
export type ShipmentRecord = ShownRecord<typeof shipment_planners> & {
  readonly details?: readonly LoadRecord[]
  readonly stops?: readonly StopOfShipment[]
  readonly warnings?: readonly { readonly message: string }[]
  readonly overrules?: readonly Overrule[]
  readonly signature?: string | null
  readonly signed_place?: { readonly latitude: number; readonly longitude: number } | null
}
