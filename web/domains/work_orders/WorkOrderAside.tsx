import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { DocumentTimeline } from '#web/resources/record/DocumentTimeline.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** The documents that a work order belongs to. */
export function WorkOrderAside({ record }: { record: ShownRecord<typeof work_orders> }) {
  return <DocumentTimeline resource={work_orders} record={record} />
}
