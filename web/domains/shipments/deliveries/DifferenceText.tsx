import { Text, type TextProps } from '@mantine/core'
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
  const [value, unit] =
    units === 'imperial'
      ? ([record.difference_gallons, 'gal'] as const)
      : ([record.difference_liters, 'L'] as const)
  if (value == null) return null
  const difference = Number(value)
  const sentence =
    record.state === 'agrees'
      ? 'agrees'
      : difference > 0
        ? 'ticket_short'
        : difference < 0
          ? 'tank_short'
          : 'agrees'
  return (
    <Text {...rest}>
      {t(`shipments.check.${sentence}`, { volume: quantity(Math.abs(difference), unit, 0) })}
    </Text>
  )
}
