import { Text } from '@mantine/core'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import type { OfCheck } from './ofCheck.ts'

/** The difference with the usual one below it, so that it follows from the figures of its row. */
export function BeyondUsual({ record, suffix }: OfCheck & { suffix: 'liters' | 'gallons' }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const name = `difference_${suffix}` as const
  const beyond = record[name]
  const rest = Number(record[`rise_${suffix}`]) - Number(record[`ticket_${suffix}`]) - Number(beyond)
  const usual = beyond == null ? 0 : Math.round(rest * 10) / 10
  return (
    <>
      <FieldText resource={delivery_checks} name={name} record={record} />
      {usual !== 0 && (
        <Text size="xs" c="dimmed" w="min-content" ms="auto" style={{ whiteSpace: 'normal' }}>
          {`${t(`records.delivery_checks.fields.bias_${suffix}`)} ${quantity(usual, suffix === 'liters' ? 'L' : 'gal', 1)}`}
        </Text>
      )}
    </>
  )
}
