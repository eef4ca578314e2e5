import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { RecordsWidget } from '#web/resources/RecordsWidget.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'

/** The rounds that are planned or under way, the next first. */
export function ShipmentsWidget({ title }: WidgetProps) {
  return (
    <RecordsWidget
      title={title}
      resource={shipment_planners}
      list="/shipment_planners?dashboard=1"
      sort="load_date"
      more={['load_date', 'truck_id', 'delivered_by', 'company_id']}
    />
  )
}
