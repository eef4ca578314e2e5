import { Group, Text, type TextProps } from '@mantine/core'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { ProductDot } from './ProductDot.tsx'
import { useTankName } from './useTankName.ts'

interface TankNameProps extends TextProps {
  tank: Pick<PlacedPort, 'label' | 'public_id' | 'product' | 'port_number' | 'color'>
}

/** Place and product of a tank, with the product's color. */
export function TankName({ tank, ...rest }: TankNameProps) {
  const name = useTankName()(tank)
  return (
    <Group component="span" gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
      <ProductDot color={tank.color} />
      <Text span truncate dir="auto" title={name} {...rest}>
        {name}
      </Text>
    </Group>
  )
}
