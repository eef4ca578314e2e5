import { useMemo, useState } from 'react'
import { devices } from '#core/domains/devices/devices.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { DevicePosition } from '#web/domains/telemetry/map/PositionInput.tsx'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { TemperatureTrial } from './ports/TemperatureTrial.tsx'

/** The device's fields as of when the form was opened: new data does not overwrite input. */
export function SettingsTab({ device }: { device: DeviceRow }) {
  const [opened, setOpened] = useState<AnyRecord>({ ...device })
  const { device_id } = device
  const kind = useMemo(
    () => ({
      inputs: {
        longitude: DevicePosition,
        temperature_high_threshold: (input: FieldInputProps) => (
          <TemperatureTrial {...input} device_id={device_id} />
        ),
      },
    }),
    [device_id],
  )
  return <ResourceForm resource={devices} record={opened} onSaved={setOpened} kind={kind} isWithinScreen />
}
