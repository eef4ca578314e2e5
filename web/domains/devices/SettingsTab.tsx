import { useState } from 'react'
import { devices } from '#core/domains/devices/devices.ts'
import type { DeviceRow } from '#web/domains/telemetry/tank/DeviceRow.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** The device's own fields, as they were when the form was opened: what comes in meanwhile overwrites no typing. */
export function SettingsTab({ device }: { device: DeviceRow }) {
  const [opened, setOpened] = useState<AnyRecord>({ ...device })
  return <ResourceForm resource={devices} record={opened} onSaved={setOpened} isWithinScreen />
}
