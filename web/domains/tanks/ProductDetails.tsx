import { Stack } from '@mantine/core'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { AffectedTanks } from './AffectedTanks.tsx'
import { OwnProductName } from './OwnProductName.tsx'

/** Below a product: the own company's name for it, and its tanks. */
export function ProductDetails({ record }: { record: AnyRecord }) {
  return (
    <Stack gap="md">
      <OwnProductName record={record} />
      <AffectedTanks kind="tank_products" id={Number(record['product_id'])} />
    </Stack>
  )
}
