import { Group } from '@mantine/core'
import { IconQrcode, IconTransfer } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { devices } from '#core/domains/devices/devices.ts'
import { isCustomer, isStaff } from '#core/platform/loginTypes.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ListExport } from '#web/resources/list/ListExport.tsx'
import { lastListAddress } from '#web/resources/list/listAddress.ts'
import { ActionRow } from '#web/resources/record/ActionRow.tsx'
import { useRemoveAction } from '#web/resources/record/useRemoveAction.tsx'
import { DeviceLabel } from './DeviceLabel.tsx'
import { readingFiles } from './list/readingFiles.ts'
import { MoveDevice } from './MoveDevice.tsx'

const DIALOGS = { label: DeviceLabel, move: MoveDevice }

/** Actions for the whole device: print it and its label, move it, retire it. */
export function DeviceActions({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const navigate = useNavigate()
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const Dialog = open && DIALOGS[open]
  const dialogAction = (name: keyof typeof DIALOGS, Icon: typeof IconQrcode) => ({
    text: t(`devices.${name}.open`),
    Icon,
    onClick: () => setOpen(name),
  })
  const remove = useRemoveAction({
    resource: devices,
    record: { ...device },
    title: deviceName(device),
    onRemoved: () => void navigate(lastListAddress('/devices')),
  })
  return (
    <Group gap="xs" wrap="nowrap">
      <ListExport
        resource={devices}
        listQuery={{ device_id: String(device.device_id) }}
        kind={{ moreFiles: readingFiles }}
        isRecord
      />
      <ActionRow
        actions={[
          isCustomer(login_type_id) ? null : dialogAction('label', IconQrcode),
          isStaff(login_type_id) && may('devices.update') ? dialogAction('move', IconTransfer) : null,
          remove,
        ]}
      />
      {Dialog && <Dialog device={device} onClose={() => setOpen(null)} />}
    </Group>
  )
}
