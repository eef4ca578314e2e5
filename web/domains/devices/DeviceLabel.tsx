import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { labelOf } from '#core/domains/devices/label.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { escapeHtml, usePrintFrame } from '#web/resources/print/usePrintFrame.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { QrPicture, useQrPicture } from '#web/ui/QrPicture.tsx'

/** A label for the device, with a QR code that opens its profile. */
export function DeviceLabel({ device, onClose }: { device: DeviceRow; onClose: () => void }) {
  const { t } = useTranslation()
  const address = labelOf(location.origin, device.device_id)
  const picture = useQrPicture(address)
  // The product may change; the label stays on the device.
  const name = deviceName({ label: device.label, public_id: device.public_id })
  const { frame, print } = usePrintFrame(
    t('devices.label.title'),
    `<img width="200" height="200" alt="" src="${picture ?? ''}">
    <h1 style="font-size:14pt;margin:0">${escapeHtml(name)}</h1><p style="margin:4pt">${escapeHtml(device.public_id)}</p>`,
  )
  return (
    <Dialog onClose={onClose} title={t('devices.label.title')}>
      <Stack>
        <Text size="sm">{t('devices.label.why')}</Text>
        <QrPicture text={address} alt={t('devices.label.picture', { address })} />
        <Stack gap={0} ta="center">
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed" component="bdi" dir="ltr">
            {device.public_id}
          </Text>
        </Stack>
        {frame}
        <Actions canPrint={picture !== undefined} onPrint={print} onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

function Actions({
  canPrint,
  onPrint,
  onClose,
}: {
  canPrint: boolean
  onPrint: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('resources.cancel')}
      </Button>
      <Button
        data-autofocus
        disabled={!canPrint}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={onPrint}
      >
        {t('devices.label.print')}
      </Button>
    </Group>
  )
}
