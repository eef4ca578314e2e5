import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { RecordsWidget } from '#web/resources/RecordsWidget.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'
import { OrderState, OrderWhen } from '../OrderCard.tsx'

/** Orders with open work, the newest first, with the delivery that is planned or on the way. */
export function OrdersWidget({ title }: WidgetProps) {
  return (
    <RecordsWidget
      title={title}
      resource={transaction_documents}
      list="/orders?dashboard=1&document_type=sales_order"
      filters={{ document_type: 'sales_order' }}
      more={['company_id', 'grand_total']}
      Status={OrderState}
      Below={OrderWhen}
    />
  )
}
