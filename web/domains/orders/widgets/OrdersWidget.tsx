import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { RecordsWidget } from '#web/resources/RecordsWidget.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'

/** Documents with open work, the newest first. */
export function OrdersWidget({ title }: WidgetProps) {
  return (
    <RecordsWidget
      title={title}
      resource={transaction_documents}
      list="/orders?dashboard=1"
      more={['company_id', 'total_amount', 'due_date']}
    />
  )
}
