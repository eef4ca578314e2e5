import { Group, Text } from '@mantine/core'
import { IconClockExclamation, IconPlugConnectedX, IconWifi, IconWifiOff } from '@tabler/icons-react'
import type { ConnectionStatus } from '#core/domains/devices/connection.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

const APPEARANCES = {
  online: { Icon: IconWifi, color: 'fine' },
  late: { Icon: IconClockExclamation, color: 'mild' },
  offline: { Icon: IconWifiOff, color: 'urgent' },
  never: { Icon: IconPlugConnectedX, color: 'stale' },
} as const

/** The connection status of a device, as icon and word. */
export function ConnectionIndicator({ status }: { status: ConnectionStatus }) {
  const { t } = useTranslation()
  const { Icon, color } = APPEARANCES[status]
  return (
    <Group component="span" gap={5} wrap="nowrap" display="inline-flex">
      <Icon size={15} color={`var(--mantine-color-${color}-text)`} aria-hidden />
      <Text span size="sm">
        {t(`devices.connection.${status}`)}
      </Text>
    </Group>
  )
}
