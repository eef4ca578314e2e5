import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { nextWorkOrderStatuses } from '#core/domains/work_orders/workOrderStatus.ts'
import { StatusSteps } from '#web/resources/record/StatusSteps.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** What a work order is by now, and what it can become. */
export function WorkOrderHead({ record }: { record: AnyRecord }) {
  return (
    <StatusSteps
      resource={work_orders}
      record={record}
      next={nextWorkOrderStatuses(Number(record['status_id']))}
    />
  )
}
