import { Stack } from '@mantine/core'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { ConnectionAddress } from './ConnectionAddress.tsx'
import { HeardDevices } from './HeardDevices.tsx'
import { UnreadUplinks } from './UnreadUplinks.tsx'

/** What a connection does now: its address, what it could not read, and the devices that it heard. */
export function ConnectionOverview({ record }: { record: AnyRecord }) {
  const id = Number(record['connection_id'])
  return (
    <Stack gap="md">
      <ConnectionAddress record={record} />
      <UnreadUplinks connection_id={id} />
      <HeardDevices connection_id={id} />
    </Stack>
  )
}
