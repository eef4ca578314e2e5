import { Button, Group, Stack } from '@mantine/core'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

/** The requested day of an order, and the two most frequent ones. */
export function WishedDateInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const today = dayInZone(Date.now(), timeZone, 'UTC')
  const days = { today, tomorrow: addDays(today, 1) }
  return (
    <Stack gap={6}>
      <RecordInput {...{ name, form, isReadOnly }} resource={transaction_documents} />
      {!isReadOnly && (
        <Group gap={6}>
          {Object.entries(days).map(([word, day]) => (
            <Button
              key={word}
              size="compact-sm"
              variant={form.values[name] === day ? 'light' : 'default'}
              aria-pressed={form.values[name] === day}
              onClick={() => form.set({ [name]: day })}
            >
              {t(`orders.${word}`)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
