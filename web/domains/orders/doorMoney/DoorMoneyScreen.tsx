import { Stack, Text, Title } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { listDoorMoney } from '#core/domains/orders/doorMoneyCalls.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { reading } from '#web/platform/calls/request.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CountForm } from './CountForm.tsx'
import type { DoorPayment } from './doorPayment.ts'
import { MoneyTable } from './MoneyTable.tsx'

/** Doorstep payments: to be counted by driver and day, and the money that is not on an invoice yet. */
export function DoorMoneyScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.door_money'))
  const { data, isError, error, refetch } = useQuery({
    // A key below the documents' key, because a change of an invoice or a payment changes the rest.
    queryKey: ['transaction_documents', 'door_money'],
    queryFn: reading<typeof listDoorMoney>('/door_money'),
    select: ({ door_money }) => door_money,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  const held = groupsOf(data.filter(({ status }) => status === 'held'))
  const settled = data.filter(({ status }) => status === 'settled')
  const left = settled.filter((payment) => Number(payment.left) > 0)
  const done = settled.filter((payment) => Number(payment.left) === 0)
  return (
    <Stack gap="lg" maw="var(--ullage-page)">
      <Title order={1}>{t('screens.door_money')}</Title>
      {data.length === 0 && (
        <EmptyState Icon={IconCash} title={t('orders.door.none')} help={t('orders.door.none_help')} />
      )}
      {held.map((payments) => (
        <CountForm key={keyOf(firstOf(payments))} payments={payments} />
      ))}
      {left.length > 0 && (
        <MoneyTable title={t('orders.door.left')} payments={left} hint={t('orders.door.left_hint')} isOpen />
      )}
      {done.length > 0 && <MoneyTable title={t('orders.door.done')} payments={done} />}
      {data.length > 0 && held.length === 0 && <Text c="dimmed">{t('orders.door.all_counted')}</Text>}
    </Stack>
  )
}

const keyOf = ({ carrier_id, user_id, currency_id, day }: DoorPayment) =>
  [carrier_id, user_id, currency_id, day].join(' ')

/** Payments of one driver, day and currency are counted together. */
function groupsOf(payments: readonly DoorPayment[]): DoorPayment[][] {
  const groups = new Map<string, DoorPayment[]>()
  for (const payment of payments) groups.set(keyOf(payment), [...(groups.get(keyOf(payment)) ?? []), payment])
  return [...groups.values()]
}
