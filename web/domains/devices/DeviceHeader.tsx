import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { shownLevelOf } from '#core/domains/telemetry/levels/shownLevel.ts'
import { BatteryIndicator } from '#web/domains/telemetry/device/BatteryIndicator.tsx'
import { ConnectionIndicator } from '#web/domains/telemetry/device/ConnectionIndicator.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { SignalIndicator } from '#web/domains/telemetry/device/SignalIndicator.tsx'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { lastListAddress } from '#web/resources/list/listAddress.ts'
import { RecordPath } from '#web/resources/record/RecordPath.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { DeviceActions } from './DeviceActions.tsx'
import { DeviceTags } from './DeviceTags.tsx'

/** The latest time that the device reported with its clock ahead, until it reports a later one. */
function aheadUntil({ clock_ahead_until, last_record_date }: DeviceRow): string | null {
  if (clock_ahead_until === null || last_record_date === null) return clock_ahead_until
  return Date.parse(clock_ahead_until) > Date.parse(last_record_date) ? clock_ahead_until : null
}

/** The device's identity and state, shown on every tab; on phones its name, its place and whether it is offline. */
export function DeviceHeader({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <Stack gap="xs">
      <RecordPath
        list={lastListAddress('/devices')}
        listName={t('records.devices.label')}
        name={device.public_id}
      >
        <DeviceActions device={device} />
      </RecordPath>
      {isPhone ? (
        <div>
          <Name device={device} />
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" c="dimmed" truncate dir="auto">
              {[device.company_title, device.site_title].filter(Boolean).join(' · ')}
            </Text>
            {device.connection_status === 'offline' && <ConnectionIndicator status="offline" />}
          </Group>
        </div>
      ) : (
        <DeviceState device={device} />
      )}
    </Stack>
  )
}

/** Where a device belongs, how it is connected, and its tags; on phones without its name, which is above the tabs. */
export function DeviceState({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const isPhone = useIsPhone()
  const ahead = aheadUntil(device)
  return (
    <Paper p="md">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} miw={0}>
          {!isPhone && <Name device={device} />}
          <Place device={device} />
        </Stack>
        <Health device={device} />
      </Group>
      {ahead !== null && (
        <Text size="sm" c="orange" mt="xs" role="note">
          {t('devices.clock_ahead', { until: instant(ahead) })}
        </Text>
      )}
      <DeviceTags device={device} />
    </Paper>
  )
}

/** Connection, battery, signal, and when it reports. */
function Health({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const { age } = useFormat()
  const now = useNow()
  return (
    <Group gap="lg">
      <ConnectionIndicator status={device.connection_status} />
      <BatteryIndicator percent={device.battery} voltage={device.battery_voltage} />
      <SignalIndicator signal={device.signal_quality} isLong />
      <Stack gap={0}>
        <Text size="sm">
          {t('devices.last_record')} <RelativeTime at={device.last_record_date} fw={600} />
        </Text>
        {device.due_at && Date.parse(device.due_at) > now && (
          <Text size="xs" c="dimmed">
            {t('devices.due', { when: age(device.due_at, now) })}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

/** Name and level of the device; on phones its tanks show the level. */
function Name({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <Group gap="sm">
      <Title order={1}>{deviceName(device)}</Title>
      {!isPhone && (
        <LevelBadge
          level={shownLevelOf(device.level, device.ports)}
          isEstimated={device.level_source === 'estimated'}
        />
      )}
      {device.status !== 'normal' && (
        <Badge color="gray">{t(`records.devices.choices.status.${device.status}`)}</Badge>
      )}
    </Group>
  )
}

/** Its serial and type, its customer and site. */
function Place({ device }: { device: DeviceRow }) {
  return (
    <Text size="sm" c="dimmed">
      {[device.public_id, device.company_title, device.device_type_title].filter(Boolean).join(' · ')}
      {device.site_id !== null && device.site_title && (
        <>
          {' · '}
          <Anchor component={Link} to={`/site/${device.site_id}`} inherit>
            {device.site_title}
          </Anchor>
        </>
      )}
    </Text>
  )
}
