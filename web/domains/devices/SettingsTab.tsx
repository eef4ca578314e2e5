import { Stack } from '@mantine/core'
import type { DeviceRow } from '#web/resources/tank/DeviceRow.ts'
import { DeviceForm } from './DeviceForm.tsx'

/** The device's own fields; they start anew when somebody else has saved. */
export function SettingsTab({ device }: { device: DeviceRow }) {
  return (
    <Stack>
      <DeviceForm key={device.updated_at} device={device} />
    </Stack>
  )
}
