import { Anchor, Badge, Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Age } from '#web/resources/Age.tsx'
import { BatteryMark } from '#web/resources/tank/BatteryMark.tsx'
import { ConnectionMark } from '#web/resources/tank/ConnectionMark.tsx'
import type { DeviceRow } from '#web/resources/tank/DeviceRow.ts'
import { LevelBadge } from '#web/resources/tank/LevelBadge.tsx'
import { SignalMark } from '#web/resources/tank/SignalMark.tsx'
import { TankChips } from '#web/resources/tank/TankChips.tsx'

interface Column {
  /** Of its heading. */
  text: string
  /** The field that the server sorts by; none = it cannot be sorted. */
  sort?: string
  isEnd?: true
  cell: (device: DeviceRow) => ReactNode
}

/** The columns of the list of devices, in their order. The first is always there. */
export const deviceColumns = {
  device: {
    text: 'records.devices.single',
    sort: 'public_id',
    cell: (device) => <DeviceCell device={device} />,
  },
  tanks: {
    text: 'devices.tabs.tanks',
    cell: ({ ports, upload_interval }) => (
      <Box miw="18.5rem">
        <TankChips tanks={ports} uploadHours={upload_interval} />
      </Box>
    ),
  },
  level: { text: 'devices.level', cell: ({ level }) => <LevelBadge level={level} /> },
  company_id: {
    text: 'records.devices.fields.company_id',
    sort: 'company_id',
    cell: ({ company_title }) => company_title,
  },
  connection: {
    text: 'devices.connection_status',
    cell: ({ connection_status }) => <ConnectionMark status={connection_status} />,
  },
  last_record_date: {
    text: 'records.devices.fields.last_record_date',
    sort: 'last_record_date',
    cell: ({ last_record_date }) => <Age at={last_record_date} size="sm" />,
  },
  battery: {
    text: 'records.devices.fields.battery',
    sort: 'battery',
    cell: ({ battery, battery_voltage }) => <BatteryMark percent={battery} voltage={battery_voltage} />,
  },
  signal_quality: {
    text: 'records.devices.fields.signal_quality',
    sort: 'signal_quality',
    cell: ({ signal_quality }) => <SignalMark signal={signal_quality} />,
  },
  device_type_id: {
    text: 'records.devices.fields.device_type_id',
    sort: 'device_type_id',
    cell: ({ device_type_title }) => device_type_title,
  },
  status: {
    text: 'records.devices.fields.status',
    sort: 'status',
    cell: (device) => <StatusCell device={device} />,
  },
  tags: { text: 'records.tags.label', cell: (device) => <TagsCell device={device} /> },
} as const satisfies Record<string, Column>

export type ColumnName = keyof typeof deviceColumns
export const COLUMN_NAMES = Object.keys(deviceColumns) as ColumnName[]

export const STANDARD_COLUMNS: readonly ColumnName[] = [
  'device',
  'tanks',
  'level',
  'company_id',
  'connection',
  'last_record_date',
  'battery',
  'signal_quality',
]

export function columnOf(name: ColumnName): Column {
  return deviceColumns[name]
}

function DeviceCell({ device }: { device: DeviceRow }) {
  return (
    <>
      <Anchor component={Link} to={`/devices/profile/${device.device_id}`} fw={600} size="sm" tabIndex={-1}>
        {device.label || device.public_id}
      </Anchor>
      {device.label && (
        <Text size="xs" c="dimmed">
          {device.public_id}
        </Text>
      )}
    </>
  )
}

function StatusCell({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  return <>{t(`records.devices.choices.status.${device.status}`)}</>
}

function TagsCell({ device }: { device: DeviceRow }) {
  return (
    <Group gap={4}>
      {device.tags.map(({ tag_id, tag }) => (
        <Badge key={tag_id} color="gray" size="sm">
          {tag}
        </Badge>
      ))}
    </Group>
  )
}
