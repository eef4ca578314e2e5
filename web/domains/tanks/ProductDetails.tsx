import { Stack } from '@mantine/core'
import type { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { AffectedTanks } from './AffectedTanks.tsx'
import { OwnProductName } from './OwnProductName.tsx'

/** Below a product: the own company's name for it, and its tanks. */
export function ProductDetails({ record }: { record: ShownRecord<typeof tank_products> }) {
  return (
    <Stack gap="md">
      <OwnProductName record={record} />
      <AffectedTanks kind="tank_products" id={Number(record.product_id)} />
    </Stack>
  )
}
