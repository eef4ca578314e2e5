import { Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { customer_figures } from '#core/domains/companies/customer_figures.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { useEstimateFormat } from '#web/domains/telemetry/level/useEstimateFormat.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyText } from '#web/resources/kinds/MoneyText.tsx'

/** A customer as the list reads them. */
export interface CustomerRow extends Partial<RecordOf<typeof customer_figures>> {
  company: string
  currency_id: number
  account_number: string | null
}

interface OfCustomer {
  record: CustomerRow
}

/** How many tanks a customer has, and the level of the worst. */
export function CustomerTanks({ record }: OfCustomer) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const { tank_count, worst_level, worst_percent, worst_source } = record
  const figure = useEstimateFormat({ level_source: worst_source ?? 'measured' })
  if (!tank_count) return null
  const isEstimated = worst_source === 'estimated'
  return (
    <Group gap="xs" wrap="nowrap">
      {worst_level && <LevelBadge level={worst_level} isEstimated={isEstimated} size="sm" />}
      {worst_percent != null && (
        <Text span size="sm" fw={600} data-figures>
          {figure(quantity(Number(worst_percent), '%', 0))}
        </Text>
      )}
      {tank_count > 1 && (
        <Text span size="xs" c="dimmed">
          {t('companies.worst_of_tanks', { count: tank_count })}
        </Text>
      )}
    </Group>
  )
}

/** Debt of a customer, and its overdue part. */
export function CustomerBalance({ record }: OfCustomer) {
  const { t } = useTranslation()
  const { open_amount, overdue_amount, currency_id } = record
  if (open_amount == null || Number(open_amount) === 0) return null
  return (
    <Stack gap={0} align="flex-end">
      <Text span size="sm" data-figures>
        <MoneyText amount={open_amount} currency_id={currency_id} />
      </Text>
      {overdue_amount != null && Number(overdue_amount) > 0 && (
        <Text span size="xs" c="urgent" ta="end">
          {t('companies.overdue')} <MoneyText amount={overdue_amount} currency_id={currency_id} />
        </Text>
      )}
    </Stack>
  )
}

/** A customer as a card, for narrow screens. */
export function CustomerCard({ record, address }: OfCustomer & { address: string }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text component={Link} to={address} data-is-whole fw={600} lh={1.3} lineClamp={2} dir="auto">
          {record.company}
        </Text>
        <CustomerBalance record={record} />
      </Group>
      <CustomerTanks record={record} />
    </Stack>
  )
}
