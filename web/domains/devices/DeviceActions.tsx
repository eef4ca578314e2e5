import { Group } from '@mantine/core'
import { useNavigate } from 'react-router'
import { devices } from '#core/domains/devices/devices.ts'
import { isCustomer, isStaff } from '#core/platform/loginTypes.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { ListExport } from '#web/resources/list/ListExport.tsx'
import { lastListAddress } from '#web/resources/list/listAddress.ts'
import { RemoveButton } from '#web/resources/record/RemoveButton.tsx'
import { DeviceLabel } from './DeviceLabel.tsx'
import { readingFiles } from './list/readingFiles.ts'
import { MoveDevice } from './MoveDevice.tsx'

/** Actions for the whole device: print it and its label, move it, retire it. */
export function DeviceActions({ device }: { device: DeviceRow }) {
  const may = useMay()
  const user = useUser()
  const navigate = useNavigate()
  return (
    <Group gap="xs">
      <ListExport
        resource={devices}
        listQuery={{ device_id: String(device.device_id) }}
        kind={{ moreFiles: readingFiles }}
        isRecord
      />
      {!isCustomer(user.login_type_id) && <DeviceLabel device={device} />}
      {isStaff(user.login_type_id) && may('devices.update') && <MoveDevice device={device} />}
      <RemoveButton
        resource={devices}
        record={{ ...device }}
        title={deviceName(device)}
        onRemoved={() => void navigate(lastListAddress('/devices'))}
      />
    </Group>
  )
}
