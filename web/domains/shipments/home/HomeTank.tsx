import { Button, Paper, Text, Title } from '@mantine/core'
import { IconGasStation, IconTruckDelivery } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { placeName } from '#core/domains/devices/placeName.ts'
import type { Delivery } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { shownLevel } from '#core/domains/telemetry/levels/shownLevel.ts'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { LevelGauge } from '#web/domains/telemetry/level/LevelGauge.tsx'
import { tankState } from '#web/domains/telemetry/level/tankState.ts'
import { useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import { useVolumeMargin } from '#web/domains/telemetry/level/useVolumeMargin.ts'
import glow from '#web/domains/telemetry/tank/ChangeHighlight.module.css'
import { addressOfFill } from '#web/domains/telemetry/tank/fillAddress.ts'
import { ProductDot } from '#web/domains/telemetry/tank/ProductDot.tsx'
import { TankContents } from '#web/domains/telemetry/tank/TankContents.tsx'
import { useChangeHighlight } from '#web/domains/telemetry/tank/useChangeHighlight.ts'
import { useTankName } from '#web/domains/telemetry/tank/useTankName.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { useDeliveryText } from '../deliveries/useDeliveryText.ts'
import styles from './Home.module.css'
import { useForecastDates } from './useForecastDates.ts'

const RequestFill = lazyPart(() => import('./RequestFill.tsx').then((m) => m.RequestFill))

interface HomeTankProps {
  tank: PlacedPort
  /** The next delivery to it. */
  next: Delivery | undefined
  /** It is the only tank, so there is room for a large view. */
  isLarge: boolean
  canOrder: boolean
}

/** A tank for its owner: level, forecast, next delivery, and a button to request a fill. */
export function HomeTank({ tank, next, isLarge, canOrder }: HomeTankProps) {
  const now = useNow()
  const order = useRecordAddress()('transaction_documents')
  const isGlowing = useChangeHighlight(`${tank.reading_at} ${tank.percent}`)
  const { place, content, name } = useHomeTankName(tank)
  const className = `${styles.tank} ${isGlowing ? glow.glow : ''}`
  return (
    <Paper component="article" aria-label={name} className={className} data-large={isLarge || undefined}>
      <div className={styles.head}>
        <Title order={2} className={styles.name}>
          <Link to={`/devices/profile/${tank.device_id}`} className={styles.link}>
            <bdi>{place}</bdi>
          </Link>
          {content !== '' && (
            <Text span className={styles.product}>
              <ProductDot color={tank.color} />
              <bdi>{content}</bdi>
            </Text>
          )}
        </Title>
        <LevelBadge level={shownLevel(tank)} isEstimated={tank.level_source === 'estimated'} size="sm" />
      </div>
      <div className={styles.content}>
        <div className={styles.gauge}>
          <LevelGauge {...tankState(tank, tank.upload_interval, now)} size="lg" />
        </div>
        <div className={styles.figures}>
          <TankContents tank={tank} uploadHours={tank.upload_interval} size="lg" />
          {isLarge && <Margin tank={tank} />}
          <Forecast tank={tank} />
        </div>
      </div>
      <Next next={next} />
      {canOrder && order && <Order {...{ tank, name, order, isLarge }} isPlanned={next !== undefined} />}
    </Paper>
  )
}

interface OrderProps extends Pick<HomeTankProps, 'tank' | 'isLarge'> {
  name: string
  /** The address of the order form. */
  order: string
  /** A delivery to it is coming. */
  isPlanned: boolean
}

/** Requests a fill in a dialog. For a tank without a product it opens the order form, where the customer chooses one. */
function Order({ tank, name, order, isLarge, isPlanned }: OrderProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = addressOfFill(order, tank.device_id, tank.port_number)
  const [isOrdering, setOrdering] = useState(false)
  const isLow = tank.level === 'urgent' || tank.level === 'mild'
  const isProminent = isLarge || (isLow && !isPlanned)
  return (
    <>
      <Button
        onClick={() => (tank.product_id === null ? navigate(form) : setOrdering(true))}
        fullWidth
        size={isLarge ? 'md' : 'sm'}
        variant={isProminent ? 'filled' : 'default'}
        leftSection={<IconGasStation size={18} aria-hidden />}
        aria-label={t('telemetry.fill.order_of', { name })}
      >
        {t('telemetry.fill.order')}
      </Button>
      {isOrdering && (
        <Suspense>
          <RequestFill tank={tank} name={name} form={form} onClose={() => setOrdering(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The volume margin; an estimate shows its range instead. */
function Margin({ tank }: { tank: PlacedPort }) {
  const margin = useVolumeMargin(
    tank.device_id,
    tank.port_number,
    tank.reading_at,
    tank.level_source === 'measured',
  )
  if (!margin) return null
  return (
    <Text size="xs" c="dimmed">
      {margin}
    </Text>
  )
}

function Forecast({ tank }: { tank: PlacedPort }) {
  const textOf = useForecast()
  const dates = useForecastDates()(tank)
  if (dates.length === 0)
    return (
      <Text size="sm" mt={6}>
        {textOf(tank)}
      </Text>
    )
  return (
    <div className={styles.forecast}>
      {dates.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </div>
  )
}

function Next({ next }: { next: Delivery | undefined }) {
  const { t } = useTranslation()
  const text = useDeliveryText()
  return (
    <Text size="sm" className={styles.next} c={next ? undefined : 'dimmed'} fw={next ? 600 : undefined}>
      <IconTruckDelivery size={18} stroke={1.75} aria-hidden className={styles.truck} />
      <span>{next ? text.inShort(next) : t('deliveries.no_coming')}</span>
    </Text>
  )
}

/** Place and product as separate texts: tanks of one place differ by the product only. */
function useHomeTankName(tank: PlacedPort) {
  const nameOf = useTankName()
  const place = placeName({ ...tank, products: [] })
  const name = nameOf(tank)
  const content = tank.product ?? name.replace(place, '').replace(/^[\s·]+/, '')
  return { place, content, name }
}
