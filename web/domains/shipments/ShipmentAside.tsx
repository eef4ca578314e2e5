import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { DocumentTimeline } from '#web/resources/DocumentTimeline.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** The orders that a shipment brings, and what came of them. */
export function ShipmentAside({ record }: { record: AnyRecord }) {
  return <DocumentTimeline resource={shipment_planners} record={record} />
}
