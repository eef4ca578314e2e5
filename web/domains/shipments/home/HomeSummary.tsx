import { Anchor, Group, Text } from '@mantine/core'
import { IconCash, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Delivery } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { balanceOf, useOwed } from '#web/domains/orders/owed/useOwed.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useDeliveryText } from '../deliveries/useDeliveryText.ts'

/** The debt of the user's company, and its next delivery, in one line above the tanks. */
export function HomeSummary({ next }: { next: Delivery | undefined }) {
  const { t } = useTranslation()
  const text = useDeliveryText()
  return (
    <Group gap="4px var(--mantine-spacing-lg)">
      <Owed />
      {next && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconTruckDelivery size={20} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
          <Text size="sm">
            {t('home.next_delivery')}: {text.when(next)} · <bdi>{next.place}</bdi>
          </Text>
        </Group>
      )}
    </Group>
  )
}

function Owed() {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { company_id } = useUser()
  const { data } = useOwed(useMay()('transaction_documents.read') ? company_id : undefined)
  if (!data || balanceOf(data).lte(0)) return null
  const amount = (figure: string) => money(figure, data.currency_id)
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconCash size={20} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm">
        <Text span inherit fw={650}>
          {t('home.to_pay')}: {amount(balanceOf(data).toFixed())}
        </Text>
        {data.overdue_invoices > 0 && (
          <Text span inherit c="urgent">
            {' '}
            · {t('home.overdue')}: {amount(data.overdue)}
          </Text>
        )}{' '}
        <Anchor inherit component={Link} to="/orders?document_type=invoice&dashboard=1">
          {t('orders.owed.invoices')}
        </Anchor>
      </Text>
    </Group>
  )
}
