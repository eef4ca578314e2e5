import { Text } from '@mantine/core'
import type { OrderLine } from '#web/domains/orders/orderRecord.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { EnteredRow } from '#web/resources/recordIn.ts'
import { useUnits } from './useUnits.ts'

/** The planned, delivered and invoiced quantity of a line, in its unit; zeros are left out. */
export function LineProgress({
  line,
  className,
}: {
  line: EnteredRow<OrderLine>
  className?: string | undefined
}) {
  const { t } = useTranslation()
  const { quantity } = useUnits()
  const names = (['quantity_planned', 'quantity_delivered', 'quantity_invoiced'] as const).filter(
    (name) => Number(line[name] ?? 0) !== 0,
  )
  if (names.length === 0) return null
  return (
    <Text size="xs" c="dimmed" className={className}>
      {names
        .map((name) => `${t(`orders.${name}`)} ${quantity(String(line[name] ?? '0'), line.unit_id)}`)
        .join(' · ')}
    </Text>
  )
}
