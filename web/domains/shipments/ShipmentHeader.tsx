import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { nextShipmentStatuses } from '#core/domains/shipments/shipmentStatus.ts'
import { StatusSteps } from '#web/resources/StatusSteps.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** What a shipment is by now, and what it can become. */
export function ShipmentHeader({ record }: { record: AnyRecord }) {
  return (
    <StatusSteps
      resource={shipment_planners}
      record={record}
      next={nextShipmentStatuses(Number(record['status_id']))}
    />
  )
}
