import { Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '#web/platform/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { Age } from './Age.tsx'
import { deviceName } from './DeviceRow.ts'
import glow from './Glow.module.css'
import { LevelBadge } from './LevelBadge.tsx'
import { LevelGauge } from './LevelGauge.tsx'
import { lookOf } from './levelLooks.ts'
import { ProductName } from './ProductName.tsx'
import styles from './TankCard.module.css'
import type { PlacedTank } from './TankSummary.ts'
import { TrustMark } from './TrustMark.tsx'
import { tankState } from './tankState.ts'
import { useForecast } from './useForecast.ts'
import { useGlow } from './useGlow.ts'

/** A tank at a glance: how full, where, whose, and for how long. Leads to its device. */
export function TankCard({ tank }: { tank: PlacedTank }) {
  const { t } = useTranslation()
  const forecast = useForecast()
  const now = useNow()
  const state = tankState(tank, tank.upload_interval, now)
  const isGlowing = useGlow(`${tank.reading_at} ${tank.percent} ${tank.level}`)
  const name = deviceName(tank)
  const color = state.isStale || state.isDoubted ? 'stale' : lookOf(tank.level).color
  return (
    <Paper
      component={Link}
      to={`/devices/profile/${tank.device_id}`}
      className={`${styles.card} ${isGlowing ? glow.glow : ''}`}
      style={{ '--card-level': `var(--mantine-color-${color}-5)` }}
    >
      <LevelGauge {...state} size="md" />
      <div className={styles.body}>
        <div className={styles.top}>
          <div className={styles.names}>
            <ProductName tank={tank} fw={600} size="sm" />
            <Text size="xs" truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {tank.company}
            </Text>
          </div>
          <Figures tank={tank} />
        </div>
        <div className={styles.bottom}>
          <LevelBadge level={tank.level} size="sm" />
          <Text size="xs" fw={600}>
            {forecast(tank)}
          </Text>
          <Text size="xs" c="dimmed" ms="auto" title={t('telemetry.measured')}>
            <Age at={tank.reading_at} />
          </Text>
          <TrustMark trust={tank.trust} isStale={state.isStale ?? false} />
        </div>
      </div>
    </Paper>
  )
}

function Figures({ tank }: { tank: PlacedTank }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  if (tank.percent === null && tank.volume === null) return null
  return (
    <div className={styles.figures}>
      <Text fw={650} fz="lg" lh={1.2}>
        {tank.percent === null ? '—' : quantity(tank.percent, '%', 0)}
      </Text>
      {tank.volume !== null && <Text size="xs">{quantity(tank.volume, tank.volume_unit, 0)}</Text>}
      {tank.ullage !== null && (
        <Text size="xs" c="dimmed">
          {t('telemetry.ullage', { ullage: quantity(tank.ullage, tank.volume_unit, 0) })}
        </Text>
      )}
    </div>
  )
}
