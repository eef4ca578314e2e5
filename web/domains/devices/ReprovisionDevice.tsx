import { Button, Code, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconCopy, IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { reprovisionDevice } from '#core/domains/devices/calls.ts'
import type { DeviceRow } from '#web/domains/telemetry/tank/DeviceRow.ts'
import { copyText } from '#web/platform/copyText.ts'
import { request } from '#web/platform/request.ts'

interface ReprovisionDeviceProps {
  device: DeviceRow
  /** The device has never reported: it has no key in use. */
  isFirst?: boolean
}

/** Gives the device a new key, which is shown once. */
export function ReprovisionDevice({ device, isFirst = false }: ReprovisionDeviceProps) {
  const { t } = useTranslation()
  const [isMade, setIsMade] = useState(false)
  const make = useMutation({
    mutationFn: () =>
      request<typeof reprovisionDevice>('PATCH', '/devices/:device_id/reprovision', {
        params: { device_id: device.device_id },
      }),
    // Another key would revoke the one that was just copied.
    onSuccess: () => setIsMade(true),
  })
  const needsNoConfirmation = isFirst && !isMade
  const ask = () =>
    modals.openConfirmModal({
      title: t('devices.key.new'),
      children: t('devices.key.warning'),
      labels: { confirm: t('devices.key.new'), cancel: t('resources.cancel') },
      confirmProps: { color: 'urgent' },
      onConfirm: () => make.mutate(),
    })
  const key = make.data?.device_key ?? ''
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
      <Modal
        opened={key !== ''}
        onClose={make.reset}
        title={t('devices.key.shown_once')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <Stack gap="sm">
          <Text size="sm">{t('devices.key.keep')}</Text>
          <Code block style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }}>
            {key}
          </Code>
          <Group justify="flex-end">
            <Button leftSection={<IconCopy size={16} />} onClick={() => void copyText(key ?? '')}>
              {t('devices.copy')}
            </Button>
            <Button variant="default" onClick={make.reset}>
              {t('devices.done')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Paper>
  )
}
