import { Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Age } from '#web/resources/Age.tsx'
import { BatteryMark } from '#web/resources/tank/BatteryMark.tsx'
import { ConnectionMark } from '#web/resources/tank/ConnectionMark.tsx'
import { type DeviceRow, deviceName } from '#web/resources/tank/DeviceRow.ts'
import { LevelBadge } from '#web/resources/tank/LevelBadge.tsx'
import { TankChips } from '#web/resources/tank/TankChips.tsx'

/** Devices on a phone: one below the other, with big targets. */
export function DeviceCards({ devices }: { devices: readonly DeviceRow[] }) {
  return (
    <Stack gap="xs">
      {devices.map((device) => (
        <Paper
          key={device.device_id}
          component={Link}
          to={`/devices/profile/${device.device_id}`}
          p="sm"
          c="inherit"
          td="none"
        >
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div style={{ minWidth: 0 }}>
                <Text fw={600} truncate>
                  {deviceName(device)}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {device.company_title}
                </Text>
              </div>
              <LevelBadge level={device.level} size="sm" style={{ flex: 'none' }} />
            </Group>
            <TankChips tanks={device.ports} uploadHours={device.upload_interval} />
            <Group gap="md">
              <ConnectionMark status={device.connection_status} />
              <BatteryMark percent={device.battery} voltage={device.battery_voltage} />
              <Age at={device.last_record_date} size="xs" c="dimmed" ms="auto" />
            </Group>
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
