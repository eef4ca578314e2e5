import { Button, Group, Paper, Stack, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotesPanel } from '#web/domains/people/notes/NotesPanel.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { useSaveDevice } from './useSaveDevice.ts'

/** The notes of the device, and the text that stays with it. */
export function NotesTab({ device }: { device: DeviceRow }) {
  const mayWrite = useMay()('devices.update')
  return (
    <Stack gap="md">
      <NotesPanel owner={`/devices/${device.device_id}`} mayWrite={mayWrite} />
      <DeviceNotes device={device} />
    </Stack>
  )
}

function DeviceNotes({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const mayChange = useMay()('devices.update')
  const save = useSaveDevice(device.device_id)
  const [notes, setNotes] = useState(device.notes ?? '')
  const isSaved = useRef(false)
  return (
    <Paper p="md">
      <LeaveGuard isDirty={notes !== (device.notes ?? '')} isSaved={isSaved} isWithinScreen />
      <Stack gap="sm">
        <Textarea
          label={t('devices.notes_field')}
          placeholder={t('devices.notes_example')}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          readOnly={!mayChange}
          autosize
          minRows={6}
          maxLength={65_535}
        />
        {mayChange && (
          <Group justify="flex-end">
            <Button
              loading={save.isPending}
              disabled={notes === (device.notes ?? '')}
              onClick={() => save.mutate({ notes })}
            >
              {t('devices.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
