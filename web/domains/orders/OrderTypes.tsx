import { ScrollArea, SegmentedControl } from '@mantine/core'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ListState } from '#web/resources/list/useListState.ts'
import { useMover } from '#web/resources/useMover.ts'

const ALL = 'all'
/** The most frequent first. */
const TYPES: readonly DocumentType[] = ['sales_order', 'invoice', 'credit_note', 'quote', 'purchase_order']

/** Filters by quotes, orders or invoices, or shows all. */
export function OrderTypes({ state }: { state: ListState }) {
  const { t } = useTranslation()
  // Customers have no purchase orders.
  const buys = mayDecideOrders(useMover())
  const types = TYPES.filter((type) => buys || type !== 'purchase_order')
  return (
    <ScrollArea type="never">
      <SegmentedControl
        size="xs"
        aria-label={t('records.transaction_documents.fields.document_type')}
        value={state.filters['document_type'] ?? ALL}
        onChange={(value) => state.change({ document_type: value === ALL ? null : value })}
        data={[
          { value: ALL, label: t('orders.types.all') },
          ...types.map((value) => ({ value, label: t(`orders.types.${value}`) })),
        ]}
      />
    </ScrollArea>
  )
}
