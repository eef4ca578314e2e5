import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Unbilled } from './unbilled.ts'

export const isOnDay = ({ delivered_at }: Unbilled, day: string, timeZone: string) =>
  delivered_at !== null && dayInZone(Date.parse(delivered_at), timeZone, 'UTC') === day

interface DayChoiceProps {
  /** All days if undefined. */
  day: string | undefined
  onChange: (day: string | undefined) => void
}

/** All deliveries, or the deliveries of one day in the reader's time zone. */
export function DayChoice({ day, onChange }: DayChoiceProps) {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const today = dayInZone(Date.now(), timeZone, 'UTC')
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('orders.billing.day')}
        value={day ?? ''}
        onChange={(value) => onChange(value || undefined)}
        data={[
          { value: '', label: t('orders.billing.all_days') },
          { value: today, label: t('orders.today') },
          { value: addDays(today, -1), label: t('orders.billing.yesterday') },
        ]}
      />
      <TextInput
        type="date"
        size="xs"
        aria-label={t('orders.billing.other_day')}
        value={day ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    </Group>
  )
}
