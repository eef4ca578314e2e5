import { Anchor, Breadcrumbs, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAntenna, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ConnectionIndicator } from '#web/domains/telemetry/device/ConnectionIndicator.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import glow from '#web/domains/telemetry/tank/ChangeHighlight.module.css'
import { useChangeHighlight } from '#web/domains/telemetry/tank/useChangeHighlight.ts'
import { useIsLive } from '#web/platform/calls/live.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { UplinkItem } from './UplinkItem.tsx'
import { type Uplink, useDeviceLog } from './useDeviceLog.ts'

const MAX_SHOWN = 50

/** The messages of a device as they arrive, newest first; can be paused. */
export function DeviceMonitorScreen() {
  const { t } = useTranslation()
  const device_id = Number(useParams().id)
  const { data: device } = useDevice(device_id)
  const { data, isError, error, refetch } = useDeviceLog(device_id, 1, MAX_SHOWN)
  const [held, setHeld] = useState<Uplink[] | null>(null)
  const uplinks = held ?? data?.device_logs
  const newest = uplinks?.[0]?.uplink_id ?? 0
  const waiting = held ? (data?.device_logs ?? []).filter(({ uplink_id }) => uplink_id > newest).length : 0
  const isGlowing = useChangeHighlight(newest)
  return (
    <Stack gap="md">
      <Path device_id={device_id} device={device} />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{t('devices.monitor.title')}</Title>
          {device && <ConnectionIndicator status={device.connection_status} />}
        </Group>
        <Pause
          isHeld={held !== null}
          waiting={waiting}
          onToggle={() => setHeld(held ? null : (data?.device_logs ?? []))}
        />
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!uplinks && !isError && <Skeleton h={400} radius="lg" />}
      {uplinks?.length === 0 && (
        <Paper>
          <EmptyState Icon={IconAntenna} title={t('devices.log.none')} help={t('devices.log.none_help')} />
        </Paper>
      )}
      {uplinks?.map((uplink, index) => (
        <div key={uplink.uplink_id} className={isGlowing && index === 0 ? glow.glow : undefined}>
          <UplinkItem uplink={uplink} isOpenAtFirst={index === 0} />
        </div>
      ))}
    </Stack>
  )
}

function Pause({ isHeld, waiting, onToggle }: { isHeld: boolean; waiting: number; onToggle: () => void }) {
  const { t } = useTranslation()
  const isLive = useIsLive()
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {isHeld
          ? t('devices.monitor.waiting', { count: waiting })
          : t(isLive ? 'devices.monitor.live' : 'devices.monitor.polling')}
      </Text>
      <Button
        variant={isHeld ? 'filled' : 'default'}
        aria-pressed={isHeld}
        leftSection={isHeld ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        onClick={onToggle}
      >
        {isHeld ? t('devices.monitor.go_on') : t('devices.monitor.pause')}
      </Button>
    </Group>
  )
}

function Path({ device_id, device }: { device_id: number; device: DeviceRow | undefined }) {
  const { t } = useTranslation()
  return (
    <Breadcrumbs>
      <Anchor component={Link} to="/devices" size="sm">
        {t('records.devices.label')}
      </Anchor>
      <Anchor component={Link} to={`/devices/profile/${device_id}`} size="sm">
        {device ? deviceName(device) : device_id}
      </Anchor>
      <Text size="sm">{t('devices.monitor.title')}</Text>
    </Breadcrumbs>
  )
}
