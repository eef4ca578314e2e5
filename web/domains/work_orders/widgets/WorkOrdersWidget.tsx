import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { RecordsWidget } from '#web/resources/RecordsWidget.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'

/** Open work orders, newest first. */
export function WorkOrdersWidget({ title }: WidgetProps) {
  return (
    <RecordsWidget
      title={title}
      resource={work_orders}
      list="/work_orders?dashboard=1"
      more={['device_id', 'contact_name', 'performed_by']}
    />
  )
}
