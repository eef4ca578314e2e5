import { Button, Group, Stack } from '@mantine/core'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { dateFormat } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

/** Days after today that are offered, with today's and tomorrow's names and the weekdays of the others. */
const MAX_DAYS_AHEAD = 5

/** The requested day of an order, and the next days by one press. */
export function WishedDateInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const { language, timeZone } = useFormat()
  const today = dayInZone(Date.now(), timeZone, 'UTC')
  const weekdays = dateFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const days = Array.from({ length: MAX_DAYS_AHEAD + 1 }, (_, ahead) => addDays(today, ahead))
  const nameOf = (day: string, ahead: number) =>
    ahead < 2 ? t(ahead === 0 ? 'orders.today' : 'orders.tomorrow') : weekdays.format(new Date(day))
  return (
    <Stack gap={6}>
      <RecordInput {...{ name, form, isReadOnly }} resource={transaction_documents} />
      {!isReadOnly && (
        <Group gap={6}>
          {days.map((day, ahead) => (
            <Button
              key={day}
              size="compact-sm"
              tt="capitalize"
              variant={form.values[name] === day ? 'light' : 'default'}
              aria-pressed={form.values[name] === day}
              onClick={() => form.set({ [name]: day })}
            >
              {nameOf(day, ahead)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
