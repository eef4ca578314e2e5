import { Group, Text, type TextProps } from '@mantine/core'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ProductDot } from './ProductDot.tsx'

interface ProductNameProps extends TextProps {
  tank: Pick<PortSummary, 'product' | 'color' | 'port_number'>
}

/** The product of a tank, with its color. */
export function ProductName({ tank, ...rest }: ProductNameProps) {
  const { t } = useTranslation()
  const name = tank.product ?? t('telemetry.port', { port: tank.port_number })
  return (
    <Group component="span" gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
      <ProductDot color={tank.color} />
      <Text span truncate dir="auto" title={name} {...rest}>
        {name}
      </Text>
    </Group>
  )
}
