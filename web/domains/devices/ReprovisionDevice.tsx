import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { reprovisionDevice } from '#core/domains/devices/calls.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'

interface ReprovisionDeviceProps {
  device: DeviceRow
  /** The device has never reported: it has no key in use. */
  isFirst?: boolean
}

/** Gives the device a new key, which is shown once. */
export function ReprovisionDevice({ device, isFirst = false }: ReprovisionDeviceProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { make, isMade } = useNewKey(device.device_id)
  const needsNoConfirmation = isFirst && !isMade
  const ask = () =>
    confirm({
      title: t('devices.key.new'),
      why: t('devices.key.warning'),
      onConfirm: () => make.mutate(),
    })
  return (
    <Paper p="md">
      <Group justify="space-between">
        <div>
          <Title order={2}>{t('devices.key.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('devices.key.help')}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconKey size={16} />}
          loading={make.isPending}
          onClick={needsNoConfirmation ? () => make.mutate() : ask}
        >
          {t(needsNoConfirmation ? 'devices.place.first_key' : 'devices.key.new')}
        </Button>
      </Group>
      <ShownOnce
        title={t('devices.key.shown_once')}
        help={t('devices.key.keep')}
        secret={make.data?.device_key ?? ''}
        onClose={make.reset}
      />
    </Paper>
  )
}

function useNewKey(device_id: number) {
  const [isMade, setIsMade] = useState(false)
  const make = useMutation({
    mutationFn: () =>
      request<typeof reprovisionDevice>('PATCH', '/devices/:device_id/reprovision', {
        params: { device_id },
      }),
    // A further key would revoke the one that was just copied.
    onSuccess: () => setIsMade(true),
  })
  return { make, isMade }
}
