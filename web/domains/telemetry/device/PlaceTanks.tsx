import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { IconCylinder } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { LEVELS } from '#core/domains/telemetry/levels/quality.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useDevices } from '#web/domains/telemetry/device/useDevices.ts'
import { LevelGauge } from '#web/domains/telemetry/level/LevelGauge.tsx'
import { roomFigure } from '#web/domains/telemetry/level/roomText.ts'
import { levelMeasuredAt, tankState } from '#web/domains/telemetry/level/tankState.ts'
import { useEstimateFormat } from '#web/domains/telemetry/level/useEstimateFormat.ts'
import { useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import { NextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { ProductDot } from '#web/domains/telemetry/tank/ProductDot.tsx'
import { TankActions } from '#web/domains/telemetry/tank/TankActions.tsx'
import { useTankName } from '#web/domains/telemetry/tank/useTankName.ts'
import { WIDE_MEDIA_QUERY } from '#web/platform/format/phone.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMatches } from '#web/platform/useMatches.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useDeferredCount } from '#web/ui/useDeferredCount.ts'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'
import styles from './PlaceTanks.module.css'

interface PlaceTanksProps {
  /** The tanks of a device are next to its order, which has the same actions. */
  of: { site_id: number } | { company_id: number } | { device_id: number } | { product_id: number }
  /** Maximum number of devices shown. */
  limit: number
  /** The address of the whole list. */
  list: string
  /** Nothing is shown without tanks. */
  hidesEmpty?: boolean
}

/** Tanks shown; the others are in the list. */
const MAX_TANKS = 8
/** Drawn at a time, so that a slow phone stays responsive. */
const TANKS_PER_STEP = 2

/** The levels of the tanks of a site, company or device, or only the tanks with a product, the most urgent first. */
export function PlaceTanks({ of, limit, list, hidesEmpty = false }: PlaceTanksProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useDevices({ ...of, sort: 'urgency', page_size: limit })
  const tanks = data && tanksOf(data.devices, of)
  const shown = tanks?.slice(0, MAX_TANKS)
  const drawn = useDeferredCount(TANKS_PER_STEP, shown?.length ?? 0)
  const isWaiting = !tanks || (drawn === 0 && tanks.length > 0)
  if (hidesEmpty && tanks?.length === 0) return null
  return (
    <WidgetPanel
      title={t('telemetry.place_tanks')}
      isFlush
      action={
        data &&
        tanks &&
        (data.page.total_records > limit || tanks.length > MAX_TANKS) && (
          <Anchor component={Link} to={list} size="sm">
            {t('resources.widget.all')}
          </Anchor>
        )
      }
    >
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isWaiting && !isError && <Skeleton h={{ base: 420, sm: 96 }} m="sm" w="auto" />}
      {tanks?.length === 0 && <EmptyState Icon={IconCylinder} title={t('telemetry.no_place_tanks')} />}
      <ul className={styles.list}>
        {shown?.slice(0, drawn).map(({ tank, device }) => (
          <Tank key={tank.device_ports_id} tank={tank} device={device} hasActions={!('device_id' in of)} />
        ))}
      </ul>
    </WidgetPanel>
  )
}

/** The tanks of devices, the most urgent first: a device with an urgent tank can have others that are full. */
function tanksOf(devices: readonly DeviceRow[], of: PlaceTanksProps['of']) {
  return devices
    .flatMap((device) => device.ports.map((tank) => ({ tank, device })))
    .filter(({ tank }) => !('product_id' in of) || tank.product_id === of.product_id)
    .toSorted(
      (one, other) =>
        LEVELS.indexOf(one.tank.level) - LEVELS.indexOf(other.tank.level) ||
        daysLeftOf(one.tank) - daysLeftOf(other.tank),
    )
}

/** Finite, so that two tanks without a forecast are equal. */
const daysLeftOf = ({ dry_at, days_to_empty }: PortSummary) =>
  dry_at ? 0 : (days_to_empty ?? Number.MAX_VALUE)

interface TankProps {
  tank: PortSummary
  device: DeviceRow
  hasActions: boolean
}

/** Memoized: a step of the list must not render the earlier tanks again. */
const Tank = memo(function Tank({ tank, device, hasActions }: TankProps) {
  const now = useNow()
  const placed = { ...tank, label: device.label, public_id: device.public_id }
  const name = useTankName()(placed)
  const isWide = useMatches(WIDE_MEDIA_QUERY)
  return (
    <li>
      <LevelGauge {...tankState(tank, device.upload_interval, now)} size="sm" />
      <div className={styles.body}>
        <Link to={`/devices/profile/${device.device_id}`} className={styles.link}>
          <Group component="span" gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
            <ProductDot color={tank.color} />
            <Text span size="sm" fw={600} lineClamp={2} dir="auto" title={name}>
              {name}
            </Text>
          </Group>
        </Link>
        <TankFigures tank={tank} />
      </div>
      {hasActions && tank.level !== 'overfill' && (
        <TankActions
          device_id={device.device_id}
          port_number={tank.port_number}
          tank={tank.device_ports_id}
          name={name}
          isShort={!isWide}
        />
      )}
    </li>
  )
})

/** Content, age, forecast and room of a tank. */
function TankFigures({ tank }: { tank: PortSummary }) {
  const { t } = useTranslation()
  const now = useNow()
  const format = useFormat()
  const { quantity } = format
  const room = tank.level === 'overfill' ? null : roomFigure(tank, format)
  const figure = useEstimateFormat(tank)
  const forecast = useForecast()
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={650} data-figures>
          {tank.percent === null ? t('telemetry.gauge.no_reading') : figure(quantity(tank.percent, '%', 0))}
        </Text>
        <RelativeTime at={levelMeasuredAt(tank, now)} size="xs" c="dimmed" />
      </Group>
      <Text size="xs" c="dimmed">
        {[forecast(tank), room && t('telemetry.room', { room })].filter(Boolean).join(' · ')}
      </Text>
      <NextDelivery of={{ device_ports_id: tank.device_ports_id }} />
    </>
  )
}
