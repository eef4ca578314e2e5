import { Stack } from '@mantine/core'
import type { connections } from '#core/domains/telemetry/connections/connections.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { ConnectionAddress } from './ConnectionAddress.tsx'
import { ConnectionDevices } from './ConnectionDevices.tsx'
import { UnreadUplinks } from './UnreadUplinks.tsx'

/** State of a connection: its address, unreadable messages, and the devices that reported over it. */
export function ConnectionOverview({ record }: { record: ShownRecord<typeof connections> }) {
  const id = Number(record.connection_id)
  return (
    <Stack gap="md">
      <ConnectionAddress record={record} />
      <UnreadUplinks connection_id={id} />
      <ConnectionDevices connection_id={id} />
    </Stack>
  )
}
