import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { DocumentTimeline } from '#web/resources/record/DocumentTimeline.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** The documents that a work order belongs to. */
export function WorkOrderAside({ record }: { record: AnyRecord }) {
  return <DocumentTimeline resource={work_orders} record={record} />
}
