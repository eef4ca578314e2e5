import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCylinderPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { shownLevel } from '#core/domains/telemetry/levels/shownLevel.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { TimelineOnDemand } from '#web/domains/shipments/timeline/Timeline.tsx'
import { HistoryChart } from '#web/domains/telemetry/chart/HistoryChart.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { LevelGauge } from '#web/domains/telemetry/level/LevelGauge.tsx'
import { levelMeasuredAt, tankState } from '#web/domains/telemetry/level/tankState.ts'
import { useEstimateFormat } from '#web/domains/telemetry/level/useEstimateFormat.ts'
import { MAX_DAYS, useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import { useForecastReason } from '#web/domains/telemetry/level/useForecastReason.ts'
import { useVolumeMargin } from '#web/domains/telemetry/level/useVolumeMargin.ts'
import glow from '#web/domains/telemetry/tank/ChangeHighlight.module.css'
import { DeliveryDetails } from '#web/domains/telemetry/tank/DeliveryDetails.tsx'
import { NextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { ProductName } from '#web/domains/telemetry/tank/ProductName.tsx'
import { TankActions } from '#web/domains/telemetry/tank/TankActions.tsx'
import { TankContents } from '#web/domains/telemetry/tank/TankContents.tsx'
import { useChangeHighlight } from '#web/domains/telemetry/tank/useChangeHighlight.ts'
import { useTankName } from '#web/domains/telemetry/tank/useTankName.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { EnteredLevels } from './levels/EnteredLevels.tsx'
import { TankChanges } from './levels/TankChanges.tsx'
import { useForecastRecord } from './levels/useForecastRecord.ts'
import styles from './TanksTab.module.css'

/** Each tank of the device: level, days left, and history. */
export function TanksTab({ device }: { device: DeviceRow }) {
  const { t } = useTranslation()
  const may = useMay()
  if (device.ports.length === 0)
    return (
      <Paper>
        <EmptyState Icon={IconCylinderPlus} title={t('devices.no_tanks')} help={t('devices.no_tanks_help')}>
          {may('devices.update') && (
            <Button component={Link} to="?tab=ports">
              {t('devices.ports.add')}
            </Button>
          )}
        </EmptyState>
      </Paper>
    )
  return (
    <Stack gap="md">
      {device.ports.map((tank) => (
        <Tank key={tank.device_ports_id} tank={tank} device={device} />
      ))}
    </Stack>
  )
}

function Tank({ tank, device }: { tank: PortSummary; device: DeviceRow }) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useFormat()
  const zone = device.time_zone ?? timeZone
  const attribution = useEnvironment()?.weather_attribution
  const isGlowing = useChangeHighlight(`${tank.reading_at} ${tank.percent}`)
  const name = useTankName()({ ...tank, label: device.label, public_id: device.public_id })
  const isRetired = device.status === 'retired'
  return (
    <Paper component="section" p="md" className={isGlowing ? glow.glow : undefined}>
      <div className={styles.tank}>
        <Stack gap="sm">
          <Group gap="xs" justify="space-between">
            <Title order={2}>
              <ProductName tank={tank} inherit />
            </Title>
            <LevelBadge level={shownLevel(tank)} isEstimated={tank.level_source === 'estimated'} />
          </Group>
          <Group wrap="nowrap" align="flex-start" gap="md">
            <LevelGauge {...tankState(tank, device.upload_interval, now)} size="lg" isRetired={isRetired} />
            <TankContents tank={tank} uploadHours={device.upload_interval} size="lg" isRetired={isRetired} />
          </Group>
          <Stuck tank={tank} />
          <NextDelivery of={{ device_ports_id: tank.device_ports_id }} Details={DeliveryDetails} />
          {tank.level !== 'overfill' && (
            <TankActions
              name={name}
              device_id={device.device_id}
              port_number={tank.port_number}
              tank={tank.device_ports_id}
              size="xs"
            />
          )}
          <EnteredLevels tank={tank} device_id={device.device_id} time_zone={zone} />
          <Facts tank={tank} device_id={device.device_id} />
          <Text size="xs" c="dimmed">
            {[t('telemetry.port', { port: tank.port_number }), tank.tank_type, attribution]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Stack>
        <History tank={tank} device_id={device.device_id} zone={zone} />
      </div>
    </Paper>
  )
}

/** Since when a sensor has sent the same value. */
function Stuck({ tank }: { tank: PortSummary }) {
  const { t } = useTranslation()
  const { quantity, dayOf } = useFormat()
  const now = useNow()
  const since = levelMeasuredAt(tank, now)
  if (tank.trust !== 'frozen' || since === null || tank.measured_percent === null) return null
  return (
    <Text size="sm" c="mild">
      {t('devices.stuck', {
        at: quantity(tank.measured_percent, '%', 0),
        day: dayOf(since),
      })}
    </Text>
  )
}

function History({ tank, device_id, zone }: { tank: PortSummary; device_id: number; zone: string }) {
  return (
    <Box miw={0}>
      <HistoryChart device_id={device_id} port_number={tank.port_number} readingAt={tank.reading_at} />
      <TankChanges tank={tank} device_id={device_id} time_zone={zone} />
      <TimelineOnDemand of={{ device_ports_id: tank.device_ports_id }} />
    </Box>
  )
}

/** The reference temperature of a net volume, by its unit. */
const REFERENCE = { gal: '60\u00a0°F', L: '15\u00a0°C' } as const

/** Facts other than the level: the forecast first. */
function Facts({ tank, device_id }: { tank: PortSummary; device_id: number }) {
  const { t } = useTranslation()
  const { apart } = useFormat()
  const facts = useFacts(tank, device_id)
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{t(`devices.facts.${name}`, { at: REFERENCE[tank.volume_unit] })}</dt>
              <dd>{apart(value)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Name and text of each fact; one without a text is left out. */
function useFacts(tank: PortSummary, device_id: number) {
  const { t } = useTranslation()
  const { quantity, number } = useFormat()
  const figure = useEstimateFormat(tank)
  const forecast = useForecast()
  const reason = useForecastReason()
  const record = useForecastRecord(device_id, tank.port_number)
  const margin = useVolumeMargin(device_id, tank.port_number, tank.reading_at)
  return [
    ['forecast', forecast(tank)],
    ['because', reason(tank)],
    ['accuracy', record],
    ['days_to_red', untilUrgent(tank, t)],
    ['range', rangeOf(tank, quantity)],
    ['measured', measuredOf(tank, quantity)],
    ['delivered', tank.delivery && quantity(tank.delivery.volume, tank.volume_unit, 0)],
    ['use', tank.use_per_day !== null && quantity(tank.use_per_day, tank.volume_unit, 0)],
    ['net_volume', tank.net_volume !== null && figure(quantity(tank.net_volume, tank.volume_unit, 0))],
    ['margin', margin],
    ['capacity', quantity(tank.capacity, tank.volume_unit, 0)],
    ['height', tank.height !== null && figure(quantity(tank.height, tank.length_unit, 1))],
    [
      'temperature',
      tank.temperature !== null && `${number(tank.temperature, 1)}\u00a0${tank.temperature_unit}`,
    ],
    ['levels', levelsOf(tank, quantity)],
  ] as const
}

/** Days until a tank is urgent, with the range of the forecast; never later than the tank may be empty. */
function untilUrgent(
  { days_to_red, days_to_empty, days_to_empty_range }: PortSummary,
  t: TFunction,
): string | false {
  if (days_to_red === null || days_to_red < 0.5) return false
  const share = days_to_empty ? Math.min(1, days_to_red / days_to_empty) : 1
  const [low, high] = days_to_empty_range?.map((days) => days * share) ?? [days_to_red, days_to_red]
  const from = Math.floor(low ?? days_to_red)
  const to = Math.ceil(high ?? days_to_red)
  if (days_to_empty_range && days_to_empty_range[1] > MAX_DAYS) return t('devices.days_from', { count: from })
  if (from === to) return t('devices.days', { count: to })
  return t('devices.days_range', { from, to })
}

/** The range of an estimate as text that needs no tooltip. */
function rangeOf(
  { percent_range, dry_at }: PortSummary,
  quantity: ReturnType<typeof useFormat>['quantity'],
): string | false {
  if (!percent_range || dry_at) return false
  return percent_range.map((percent) => quantity(percent, '%', 0)).join(' – ')
}

/** The last measured level, if an estimate is shown in its place. */
function measuredOf(
  { level_source, measured_percent, measured_volume, volume_unit }: PortSummary,
  quantity: ReturnType<typeof useFormat>['quantity'],
): string | false {
  if (level_source !== 'estimated') return false
  return [
    measured_percent !== null && quantity(measured_percent, '%', 0),
    measured_volume !== null && quantity(measured_volume, volume_unit, 0),
  ]
    .filter(Boolean)
    .join(' · ')
}

function levelsOf(
  { reorder_yellow, reorder_red }: PortSummary,
  quantity: ReturnType<typeof useFormat>['quantity'],
): string {
  return [reorder_yellow, reorder_red]
    .filter((level) => level !== null)
    .map((level) => quantity(level, '%', 0))
    .join(' / ')
}
