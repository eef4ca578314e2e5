import { Group, Paper, Text } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import { isSoonLow } from '#core/domains/telemetry/levels/isSoonLow.ts'
import { shownLevel } from '#core/domains/telemetry/levels/shownLevel.ts'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { WIDE_MEDIA_QUERY } from '#web/platform/format/phone.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useMatches } from '#web/platform/useMatches.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { EstimateIndicator } from '../level/EstimateIndicator.tsx'
import { LevelBadge } from '../level/LevelBadge.tsx'
import { LevelGauge } from '../level/LevelGauge.tsx'
import { levelAppearanceOf } from '../level/levelAppearances.ts'
import { roomFigure } from '../level/roomText.ts'
import { TrustIndicator } from '../level/TrustIndicator.tsx'
import { levelMeasuredAt, tankState } from '../level/tankState.ts'
import { useEstimateFormat } from '../level/useEstimateFormat.ts'
import { useForecast } from '../level/useForecast.ts'
import { useForecastReason } from '../level/useForecastReason.ts'
import { VolumeText } from '../level/VolumeText.tsx'
import glow from './ChangeHighlight.module.css'
import { NextDelivery } from './NextDelivery.tsx'
import { ProductDot } from './ProductDot.tsx'
import { TankActions } from './TankActions.tsx'
import styles from './TankCard.module.css'
import { useChangeHighlight } from './useChangeHighlight.ts'
import { useTankName } from './useTankName.ts'

/** A tank as a card: level, place, customer and forecast. Links to its device. */
export const TankCard = memo(function TankCard({ tank }: { tank: PlacedPort }) {
  const { company } = useUser()
  const forecast = useForecast()
  const reason = useForecastReason()
  const now = useNow()
  const state = tankState(tank, tank.upload_interval, now)
  const isGlowing = useChangeHighlight(`${tank.reading_at} ${tank.percent} ${tank.level}`)
  const name = useTankName()(tank)
  const place = tank.label || tank.public_id
  const product = tank.product || name.slice(place.length).replace(/^ · /, '')
  const isWide = useMatches(WIDE_MEDIA_QUERY)
  const isGrey = state.isStale || state.isDoubted
  const level = shownLevel(tank)
  // No tank that needs attention is green; the forecast states the reason.
  const isAtRisk = level === 'fine' && isSoonLow(tank)
  const color = isGrey ? 'stale' : levelAppearanceOf(isAtRisk ? 'mild' : level).color
  return (
    <Paper
      component="article"
      aria-label={name}
      className={`${styles.card} ${isGlowing ? glow.glow : ''}`}
      style={{ '--card-level': `var(--mantine-color-${color}-5)` }}
    >
      <div className={styles.gauge}>
        <LevelGauge {...state} size="md" />
        <RelativeTime at={levelMeasuredAt(tank, now)} size="xs" c="dimmed" className={styles.age} />
      </div>
      <div className={styles.body}>
        <div className={styles.top}>
          <div className={styles.names}>
            <Link to={`/devices/profile/${tank.device_id}`} className={styles.whole}>
              <Text span fw={600} size="sm" lh={1.3} lineClamp={2} dir="auto" title={name}>
                {place}
              </Text>
            </Link>
            {product && (
              <Group gap={6} wrap="nowrap">
                <ProductDot color={tank.color} />
                <Text size="xs" truncate dir="auto">
                  {product}
                </Text>
              </Group>
            )}
          </div>
          <Figures tank={tank} isGrey={isGrey ?? false} />
        </div>
        {/* Users know their own company. */}
        {tank.company !== company && (
          <Text size="xs" c="dimmed" truncate dir="auto" title={tank.company}>
            {tank.company}
          </Text>
        )}
        <Room tank={tank} />
        <div className={styles.bottom}>
          {!(isAtRisk || (isGrey && level === 'fine')) && <LevelBadge level={level} size="sm" />}
          <EstimateIndicator tank={tank} />
          <TrustIndicator trust={tank.trust} isStale={state.isStale ?? false} />
          <Hint label={() => reason(tank)} multiline maw={280}>
            <Text size="xs" fw={600} c={isGrey ? 'dimmed' : undefined}>
              {forecast(tank)}
            </Text>
          </Hint>
          <NextDelivery of={{ device_ports_id: tank.device_ports_id }} />
          <div className={styles.actions}>
            {tank.level !== 'overfill' && (
              <TankActions
                device_id={tank.device_id}
                port_number={tank.port_number}
                tank={tank.device_ports_id}
                name={name}
                isShort={!isWide}
              />
            )}
          </div>
        </div>
      </div>
    </Paper>
  )
})

function Figures({ tank, isGrey }: { tank: PlacedPort; isGrey: boolean }) {
  const { quantity } = useFormat()
  const figure = useEstimateFormat(tank)
  if (tank.percent === null && tank.volume === null) return null
  return (
    <div className={styles.figures}>
      <Text fw={650} fz="lg" lh={1.2} c={isGrey ? 'dimmed' : undefined}>
        {tank.percent === null ? '—' : figure(quantity(tank.percent, '%', 0))}
      </Text>
      <VolumeText tank={tank} device_id={tank.device_id} size="xs" display="block" />
    </div>
  )
}

/** The volume that fits. */
function Room({ tank }: { tank: PlacedPort }) {
  const { t } = useTranslation()
  const format = useFormat()
  const figure = useEstimateFormat(tank)
  const isKnown = tank.percent !== null || tank.volume !== null
  const room = isKnown ? roomFigure(tank, format) : null
  if (room === null) return null
  return (
    <Text size="xs" c="dimmed">
      {t('telemetry.room', { room: figure(room) })}
    </Text>
  )
}
