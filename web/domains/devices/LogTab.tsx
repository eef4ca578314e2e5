import { Anchor, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageNavigation } from '#web/ui/PageNavigation.tsx'
import { UplinkItem } from './UplinkItem.tsx'
import { useDeviceLog } from './useDeviceLog.ts'

const PAGE_SIZE = 25

/** Messages of the device as received, for diagnosis. */
export function LogTab({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, isError, error, refetch } = useDeviceLog(device.device_id, page, PAGE_SIZE)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={320} radius="lg" />
  const pages = Math.ceil(data.page.total_records / PAGE_SIZE)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('devices.log.messages', { count: data.page.total_records })}
        </Text>
        <Anchor component={Link} to={`/devices/monitor/${device.device_id}`} size="sm">
          {t('devices.monitor.open')}
        </Anchor>
      </Group>
      {data.device_logs.length === 0 && (
        <Paper>
          <EmptyState Icon={IconFileOff} title={t('devices.log.none')} help={t('devices.log.none_help')} />
        </Paper>
      )}
      {data.device_logs.map((uplink) => (
        <UplinkItem key={uplink.uplink_id} uplink={uplink} />
      ))}
      <PageNavigation pages={pages} page={page} onChange={setPage} />
    </Stack>
  )
}
