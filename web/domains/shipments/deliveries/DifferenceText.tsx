import { Text, type TextProps } from '@mantine/core'
import { wholeDifference } from '#core/domains/shipments/deliveries/wholeDifference.ts'
import type { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

interface DifferenceTextProps extends TextProps {
  record: ShownRecord<typeof delivery_checks>
}

/** The difference of a delivery in one sentence; nothing without a comparison. */
export function DifferenceText({ record, ...rest }: DifferenceTextProps) {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  const [suffix, unit] = units === 'imperial' ? (['gallons', 'gal'] as const) : (['liters', 'L'] as const)
  const value = record[`difference_${suffix}`]
  if (value == null) return null
  const figure = (part: 'ticket' | 'rise' | 'bias') => Number(record[`${part}_${suffix}`] ?? 0)
  const hasUsual = Math.abs(figure('bias')) >= 1
  // Without a usual difference: ticket less rise, each rounded as shown, as in billing.
  const difference = hasUsual ? Number(value) : wholeDifference(figure('ticket'), figure('rise'))
  const sentence =
    record.state === 'agrees' || difference === 0
      ? 'agrees'
      : (`${difference > 0 ? 'ticket' : 'tank'}_short${hasUsual ? '_usual' : ''}` as const)
  return (
    <Text {...rest}>
      {t(`shipments.check.${sentence}`, { volume: quantity(Math.abs(difference), unit, 0) })}
    </Text>
  )
}
