import { Button, Group, Paper, Stack, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import type { devices } from '#core/domains/devices/devices.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { WrittenChangesOf } from '#core/resources/definition.ts'
import { NotesPanel } from '#web/domains/people/notes/NotesPanel.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useCommand } from '#web/platform/useCommand.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'

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

function useSaveDevice(device_id: number) {
  return useCommand(['devices'], (body: WrittenChangesOf<typeof devices>) =>
    request<StandardCalls<typeof devices, DeviceRow>['update']>('PATCH', '/devices/:device_id', {
      params: { device_id },
      body,
    }),
  )
}
