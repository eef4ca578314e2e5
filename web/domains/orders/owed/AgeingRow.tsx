import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AGEING_BUCKETS, type Ageing } from '#core/domains/orders/account.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

interface AgeingRowProps {
  ageing: Ageing
  currency_id: number
}

/** Balances by age that are not 0, what is unapplied, and their sum. */
export function AgeingRow({ ageing, currency_id }: AgeingRowProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const shown = AGEING_BUCKETS.filter((name) => Number(ageing[name]) !== 0)
  const figure = (label: string, amount: string, isTotal = false) => (
    <div key={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size={isTotal ? 'xl' : 'md'} fw={isTotal ? 700 : 500} data-figures>
        {money(amount, currency_id)}
      </Text>
    </div>
  )
  return (
    <Group gap="xl" align="flex-end">
      {figure(t('orders.account.ageing.total'), ageing.total, true)}
      {shown.map((name) => figure(t(`orders.account.ageing.${name}`), ageing[name]))}
      {Number(ageing.unapplied) !== 0 && figure(t('orders.account.ageing.unapplied'), `-${ageing.unapplied}`)}
    </Group>
  )
}
