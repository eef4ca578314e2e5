import { Group, Text } from '@mantine/core'
import { AGEING_BUCKETS, type Ageing } from '#core/domains/orders/account.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

interface AgeingRowProps {
  ageing: Ageing
  currency_id: number
}

/** The total owed, which the heading names, its overdue part, its age, and the unapplied rest. */
export function AgeingRow({ ageing, currency_id }: AgeingRowProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const shown = AGEING_BUCKETS.filter((name) => Number(ageing[name]) !== 0)
  const label = (name: keyof Ageing) => t(`orders.account.ageing.${name}`)
  const overdue = overdueOf(ageing)
  return (
    <Group gap="xl" align="last baseline" style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
      <Figure amount={money(ageing.total, currency_id)} />
      {Number(overdue) !== 0 && (
        <Figure label={t('orders.account.overdue')} amount={money(overdue, currency_id)} isUrgent />
      )}
      {shown.map((name) => (
        <Figure key={name} isPart label={label(name)} amount={money(ageing[name], currency_id)} />
      ))}
      {Number(ageing.unapplied) !== 0 && (
        <Figure isPart label={label('unapplied')} amount={money(`-${ageing.unapplied}`, currency_id)} />
      )}
    </Group>
  )
}

/** Overdue part of a balance. */
export function overdueOf(ageing: Ageing): string {
  return sumOf(
    AGEING_BUCKETS.filter((bucket) => bucket !== 'current').map((bucket) => ageing[bucket]),
  ).toFixed()
}

interface FigureProps {
  label?: string
  amount: string
  isPart?: boolean
  isUrgent?: boolean
}

/** An amount with its label. */
export function Figure({ label, amount, isPart, isUrgent }: FigureProps) {
  return (
    <div>
      {label && (
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      )}
      <Text
        size={isPart ? 'md' : 'xl'}
        fw={isPart ? 500 : 700}
        c={isUrgent ? 'urgent' : undefined}
        data-figures
      >
        {amount}
      </Text>
    </div>
  )
}
