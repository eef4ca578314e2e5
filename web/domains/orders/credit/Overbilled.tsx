import { Alert, Stack, Text } from '@mantine/core'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { CreditButton } from './CreditButton.tsx'
import { isOverbilled, useCredit } from './useCredit.ts'

/** Warns that more was billed than delivered, because a ticket was corrected, and proposes to credit the difference. */
export function Overbilled({ record }: { record: OrderRecord }) {
  const { t } = useTranslation()
  const { data } = useCredit(record)
  const lines = record.details ?? []
  const isOrderOver =
    record.document_type === 'sales_order' &&
    lines.some((line) => Number(line['quantity_invoiced']) > Number(line.quantity_delivered))
  if (!isOrderOver && !(data && isOverbilled(data))) return null
  return (
    <Alert color="mild" title={t('orders.credit.over')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(isOrderOver ? 'orders.credit.over_order' : 'orders.credit.over_invoice')}</Text>
        <CreditButton record={record} label={t('orders.credit.difference')} />
      </Stack>
    </Alert>
  )
}
