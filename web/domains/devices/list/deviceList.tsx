import { Anchor, Badge, Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CONNECTION_STATUSES } from '#core/domains/devices/connection.ts'
import { device_types } from '#core/domains/devices/device_types.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { people } from '#core/domains/people/people.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { FLEET_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { shownLevelOf } from '#core/domains/telemetry/levels/shownLevel.ts'
import { worstFirst } from '#core/domains/telemetry/worstFirst.ts'
import { BatteryIndicator } from '#web/domains/telemetry/device/BatteryIndicator.tsx'
import { ConnectionIndicator } from '#web/domains/telemetry/device/ConnectionIndicator.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { FleetStatusBar } from '#web/domains/telemetry/device/FleetStatusBar.tsx'
import { SignalIndicator } from '#web/domains/telemetry/device/SignalIndicator.tsx'
import { useFleetStatus } from '#web/domains/telemetry/device/useFleetStatus.ts'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { LevelBar } from '#web/domains/telemetry/level/LevelBar.tsx'
import { roomFigure } from '#web/domains/telemetry/level/roomText.ts'
import { useEstimateFormat } from '#web/domains/telemetry/level/useEstimateFormat.ts'
import { useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import { DeviceMap } from '#web/domains/telemetry/map/DeviceMap.tsx'
import { useDevicesOnMap } from '#web/domains/telemetry/map/usePositions.ts'
import { NextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { mayFill, TankActions } from '#web/domains/telemetry/tank/TankActions.tsx'
import { TankChips } from '#web/domains/telemetry/tank/TankChips.tsx'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import type { ListState } from '#web/resources/list/useListState.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { PlaceActions } from './PlaceActions.tsx'
import { readingFiles } from './readingFiles.ts'

interface OfDevice {
  record: DeviceRow
}

/** The list of devices: tanks, levels and connection, its own filters, and a map. */
export const deviceList: ListKind = {
  columns: {
    public_id: {
      text: 'records.devices.single',
      sort: 'place',
      needs: ['public_id', 'label', 'site_id', 'ports', 'company_id'],
      inFiles: ['public_id', 'label', 'company_id'],
      Cell: DeviceCell,
    },
    tanks: { text: 'devices.tabs.tanks', needs: ['ports', 'upload_interval'], Cell: TanksCell },
    level: {
      text: 'devices.level',
      sort: 'percent',
      needs: ['level', 'level_source', 'ports', 'upload_interval'],
      inFiles: [
        ...['tank_product', 'tank_percent', 'tank_litres', 'tank_litres_margin'],
        ...['tank_gallons', 'tank_gallons_margin', 'level_source', 'level_measured_at'],
      ],
      Cell: LevelCell,
    },
    room: { text: 'devices.room', sort: 'room', needs: ['ports'], Cell: RoomCell },
    days_to_empty: { text: 'devices.runs_out', sort: 'days_to_empty', needs: ['ports'], Cell: RunOutCell },
    connection: {
      text: 'devices.connection_status',
      needs: ['connection_status'],
      Cell: ({ record }: OfDevice) => <ConnectionIndicator status={record.connection_status} />,
    },
    battery: {
      text: 'records.devices.fields.battery',
      sort: 'battery',
      needs: ['battery', 'battery_voltage'],
      Cell: BatteryCell,
    },
    signal_quality: {
      text: 'records.devices.fields.signal_quality',
      sort: 'signal_quality',
      needs: ['signal_quality'],
      Cell: ({ record }: OfDevice) => <SignalIndicator signal={record.signal_quality} />,
    },
    fill: {
      text: 'devices.fill',
      isFor: mayFill,
      needs: ['public_id', 'label', 'site_id', 'ports'],
      Cell: FillCell,
    },
    tags: { text: 'records.tags.label', needs: ['tags'], Cell: TagsCell },
  },
  standard: ['public_id', 'level', 'days_to_empty', 'room', 'last_record_date', 'fill'],
  filters: {
    level: {
      text: 'devices.level',
      values: FLEET_STATES.map((value) => ({ value, text: `telemetry.level.${value}` })),
    },
    connection_status: {
      text: 'devices.connection_status',
      values: CONNECTION_STATUSES.map((value) => ({ value, text: `devices.connection.${value}` })),
    },
    tags: { text: 'records.tags.single', of: tags },
    device_type_id: { text: 'records.devices.fields.device_type_id', of: device_types },
    people_id: { text: 'records.people.single', of: people, isFromLinkOnly: true },
    product_id: { text: 'records.tank_products.single', of: tank_products, isFromLinkOnly: true },
    device_id: { text: 'records.devices.single', of: devices, isFromLinkOnly: true },
  },
  Card: DeviceCard,
  cardNeeds: [
    ...['public_id', 'label', 'site_id', 'company_id', 'upload_interval', 'battery', 'last_record_date'],
    ...['ports', 'level', 'level_source', 'connection_status', 'battery_voltage'],
  ],
  Map: DeviceListMap,
  sort: 'urgency',
  Above: DeviceListStatus,
  Actions: PlaceActions,
  moreFiles: readingFiles,
}

const levelOf = ({ level, level_source, ports }: DeviceRow) => ({
  level: shownLevelOf(level, ports),
  isEstimated: level_source === 'estimated',
})

/** The place, with the product of its only tank: several are named with their levels, and would be cut in the name. */
function placeOf(record: DeviceRow): string {
  const { ports, ...place } = record
  return deviceName(ports.length > 1 ? place : record)
}

/** The place with its id and company; a user's own company is not shown. */
function DeviceCell({ record }: OfDevice) {
  const { company_id } = useUser()
  const more = [
    (record.label || record.site_title) && record.public_id,
    record.company_id !== company_id && record.company_title,
  ].filter(Boolean)
  return (
    <>
      <Text span display="block" fw={600} size="sm" truncate dir="auto">
        {placeOf(record)}
      </Text>
      {more.length > 0 && (
        <Text span display="block" size="xs" c="dimmed" truncate dir="auto">
          {more.join(' · ')}
        </Text>
      )}
    </>
  )
}

/** The worst tank, by which the column is sorted; among several it is named. */
function LevelCell({ record }: OfDevice) {
  const { t } = useTranslation()
  const { ports, upload_interval } = record
  const [worst] = worstFirst(ports)
  const others = ports.length > 1 ? t('devices.more_tanks', { count: ports.length - 1 }) : ''
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        {worst && <LevelBar tank={worst} uploadHours={upload_interval} />}
        <LevelBadge {...levelOf(record)} size="sm" />
      </Group>
      {others && (
        <Text size="xs" c="dimmed" truncate dir="auto" data-is-extra>
          {[worst?.product, others].filter(Boolean).join(' · ')}
        </Text>
      )}
    </>
  )
}

/** The room of the worst tank. */
function RoomCell({ record: { ports } }: OfDevice) {
  const format = useFormat()
  const [worst] = worstFirst(ports)
  const figure = useEstimateFormat(worst ?? { level_source: 'measured' })
  const room = worst && roomFigure(worst, format)
  return (
    <Text span size="sm" display="block" ta="end" data-figures>
      {room ? figure(room) : '—'}
    </Text>
  )
}

function TanksCell({ record: { device_id, ports, upload_interval } }: OfDevice) {
  return (
    <Box miw="18.5rem">
      <TankChips tanks={ports} device_id={device_id} uploadHours={upload_interval} />
    </Box>
  )
}

/** The tank that runs out first, by which the column is sorted, with its next delivery. It is named if the level belongs to another tank. */
function RunOutCell({ record: { ports } }: OfDevice) {
  const forecast = useForecast()
  const [first] = ports
    .flatMap((port) => (port.days_to_empty === null ? [] : [{ port, days: port.days_to_empty }]))
    .sort((one, other) => one.days - other.days)
  if (!first) return <Text size="sm">—</Text>
  const [worst] = worstFirst(ports)
  const product = worst !== first.port && first.port.product
  return (
    <>
      <Text size="sm">{[forecast(first.port), product].filter(Boolean).join(' · ')}</Text>
      <NextDelivery of={{ device_ports_id: first.port.device_ports_id }} />
    </>
  )
}

function BatteryCell({ record: { battery, battery_voltage } }: OfDevice) {
  return <BatteryIndicator percent={battery} voltage={battery_voltage} />
}

function TagsCell({ record }: OfDevice) {
  return (
    <Group gap={4}>
      {record.tags.map(({ tag_id, tag }) => (
        <Badge key={tag_id} color="gray" size="sm">
          {tag}
        </Badge>
      ))}
    </Group>
  )
}

/** Not offered if all its tanks are overfilled. */
function FillCell({ record }: OfDevice) {
  if (record.ports.length > 0 && record.ports.every(({ level }) => level === 'overfill')) return null
  const low = record.ports.filter(({ level }) => level === 'urgent' || level === 'mild')
  const [tank, ...others] = low.length > 0 ? low : record.ports
  return (
    <TankActions
      device_id={record.device_id}
      name={deviceName(record)}
      tank={others.length > 0 ? undefined : tank?.device_ports_id}
      isShort
    />
  )
}

/** A device as a card: a large link, and actions for its tanks. */
function DeviceCard({ record, address }: OfDevice & { address: string }) {
  const { company_id } = useUser()
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text component={Link} to={address} data-is-whole fw={600} lh={1.3} lineClamp={2} dir="auto">
            {placeOf(record)}
          </Text>
          <Text size="xs" c="dimmed" truncate dir="auto">
            {record.company_id !== company_id && record.company_title}
          </Text>
        </div>
        <LevelBadge {...levelOf(record)} size="sm" style={{ flex: 'none' }} />
      </Group>
      <TankChips tanks={record.ports} device_id={record.device_id} uploadHours={record.upload_interval} />
      {record.ports.some(({ days_to_empty }) => days_to_empty !== null) && (
        <div>
          <RunOutCell record={record} />
        </div>
      )}
      <Group gap="sm" wrap="nowrap">
        <ConnectionIndicator status={record.connection_status} />
        <BatteryCell record={record} />
        <RelativeTime at={record.last_record_date} size="xs" c="dimmed" />
        <Box ms="auto">
          <FillCell record={record} />
        </Box>
      </Group>
    </Stack>
  )
}

/** The matching devices on a map. */
function DeviceListMap({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const [view, setView] = useState<string>()
  const query = { status: 'all', ...state.filters, search: state.search }
  const { data, isError, error, refetch } = useDevicesOnMap(query, view)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (data?.total === 0)
    return (
      <Paper>
        <EmptyState Icon={IconMapPin} title={t('telemetry.map.none')} help={t('telemetry.map.none_help')} />
      </Paper>
    )
  return <DeviceMap query={query} shown={data} onView={setView} height="calc(100dvh - 15rem)" />
}

/** How many tanks of the matching devices are in each state; a press filters the list by it. */
function DeviceListStatus({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { level, ...filters } = state.filters
  const { data: fleet } = useFleetStatus({ status: 'all', ...filters, search: state.search })
  if (!fleet) return <Skeleton h={{ base: 178, sm: 102 }} radius="lg" />
  const chosen = FLEET_STATES.find((fleetState) => fleetState === level) ?? null
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {chosen
            ? t('devices.tanks_in_state', { chosen: number(fleet[chosen]), total: number(fleet.total) })
            : t('telemetry.dashboard.tanks', { count: fleet.total })}
        </Text>
        <OrderByUrgency state={state} />
      </Group>
      <FleetStatusBar
        title={t('devices.by_state')}
        fleet={fleet}
        chosen={chosen}
        onChoose={(next) => state.change({ level: next })}
      />
    </Stack>
  )
}

/** Names the order by urgency, which no column shows; in another order it leads back to it. */
function OrderByUrgency({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const text = t('devices.urgent_first')
  if (state.sort === 'urgency')
    return (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    )
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => state.change({ sort: 'urgency' })}>
      {text}
    </Anchor>
  )
}
