import { Stack } from '@mantine/core'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { OwnName } from './OwnName.tsx'
import { TanksWithIt } from './TanksWithIt.tsx'

/** Below a product: what one's own company calls it, and the tanks that hold it. */
export function BelowProduct({ record }: { record: AnyRecord }) {
  return (
    <Stack gap="md">
      <OwnName record={record} />
      <TanksWithIt kind="tank_products" id={Number(record['product_id'])} />
    </Stack>
  )
}
