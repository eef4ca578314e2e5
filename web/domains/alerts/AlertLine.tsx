import { Anchor, Badge, Checkbox, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { AlertActions } from '#web/domains/telemetry/alert/AlertActions.tsx'
import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import { alertName, alertPlace } from '#web/domains/telemetry/alert/alertName.ts'
import { isAnsweredByFill } from '#web/domains/telemetry/alert/isAnsweredByFill.ts'
import { useAlertFate } from '#web/domains/telemetry/alert/useAlertFate.ts'
import { EstimateIndicator } from '#web/domains/telemetry/level/EstimateIndicator.tsx'
import { LevelGauge } from '#web/domains/telemetry/level/LevelGauge.tsx'
import { levelAppearanceOf } from '#web/domains/telemetry/level/levelAppearances.ts'
import { tankState } from '#web/domains/telemetry/level/tankState.ts'
import { useEstimateFormat } from '#web/domains/telemetry/level/useEstimateFormat.ts'
import { useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import glow from '#web/domains/telemetry/tank/ChangeHighlight.module.css'
import { NextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { TankActions } from '#web/domains/telemetry/tank/TankActions.tsx'
import { useChangeHighlight } from '#web/domains/telemetry/tank/useChangeHighlight.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './AlertListScreen.module.css'

export interface AlertLineProps {
  alert: AlertRow
  isTicked: boolean
  /** Undefined if the user may not answer alerts. */
  onTick: (() => void) | undefined
  /** Whether the keyboard cursor is on it. */
  isActive: boolean
  onActive: () => void
  /** It is below the name of its place, with others. */
  isGrouped: boolean
}

/** An alert as one line: level, place, kind, since when, and when the tank runs out or who has answered. */
export function AlertLine({ alert, isTicked, onTick, isActive, onActive, isGrouped }: AlertLineProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const fate = useAlertFate(alert)
  const forecast = useForecast()
  const isGlowing = useChangeHighlight(alert.status)
  const isPhone = useIsPhone()
  const isFillable = isAnsweredByFill(alert)
  const name = alertName(alert)
  // Users know their own company.
  const company = useUser().company_id === alert.company_id ? null : alert.company_title
  const loss = useLossText(alert)
  const outlook = [loss, fate || (alert.tank && forecast(alert.tank))].filter(Boolean).join(' · ')
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') void navigate(`/devices/profile/${alert.device_id}`)
    if (event.key !== ' ' || !onTick) return
    event.preventDefault()
    onTick()
  }
  return (
    <li
      className={`${styles.line} ${isGlowing ? glow.glow : ''}`}
      data-alert={alert.alert_id}
      data-is-ticked={isTicked || undefined}
      data-is-grouped={isGrouped || undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onActive}
      onKeyDown={press}
    >
      {onTick && (
        <Checkbox
          size="xs"
          className={styles.tick}
          aria-label={t('resources.select', { what: alertPlace(alert) })}
          checked={isTicked}
          onChange={onTick}
        />
      )}
      <Level alert={alert} />
      <div className={styles.place} title={[name, company, alert.device_title].filter(Boolean).join(' · ')}>
        <Anchor component={Link} to={`/devices/profile/${alert.device_id}`} size="sm" fw={600} dir="auto">
          {name}
        </Anchor>
        {company && (
          <Text span size="xs" c="dimmed" dir="auto">
            {company}
          </Text>
        )}
      </div>
      <Kind alert={alert} />
      <Text span size="xs" c="dimmed" className={styles.since}>
        <RelativeTime at={alert.opened_at} />
      </Text>
      <div className={styles.outlook}>
        <Text size="xs" c="dimmed" title={outlook} dir="auto">
          {outlook}
        </Text>
        {alert.tank && isFillable && <NextDelivery of={{ device_ports_id: alert.tank.device_ports_id }} />}
      </div>
      <div className={styles.steps}>
        {isFillable && (
          <span className={styles.fill}>
            <TankActions
              device_id={alert.device_id}
              port_number={alert.port_number}
              tank={alert.tank?.device_ports_id}
              name={name}
              isShort
              only={isPhone ? 'order' : undefined}
            />
          </span>
        )}
        <AlertActions alert={alert} isCompact />
      </div>
    </li>
  )
}

/** How much an alert about a loss found missing; null for other alerts. */
function useLossText({ level, value }: AlertRow): string | null {
  const { t } = useTranslation()
  const { units, quantity } = useFormat()
  if (value === null || (level !== 'sudden_loss' && level !== 'unexplained_loss')) return null
  const amount = volumeIn(units, Number(value))
  // With the decimals of its notification.
  const decimals = level === 'unexplained_loss' && amount < 10 ? 1 : 0
  const volume = quantity(amount, volumeUnit(units), decimals)
  return t(`alerts.evidence.lost_${level}`, { volume })
}

function Level({ alert: { tank, upload_interval = 24 } }: { alert: AlertRow }) {
  const { quantity } = useFormat()
  const now = useNow()
  const figure = useEstimateFormat(tank ?? { level_source: 'measured' })
  if (!tank) return <span className={styles.level} />
  return (
    <span className={styles.level}>
      <LevelGauge {...tankState(tank, upload_interval, now)} size="xs" />
      <Text span size="sm" fw={600} data-figures>
        {tank.percent === null ? '—' : figure(quantity(tank.percent, '%', 0))}
      </Text>
      <EstimateIndicator tank={tank} isShort />
    </span>
  )
}

/** The alert's kind, in color, icon and word; gray once closed. */
function Kind({ alert }: { alert: AlertRow }) {
  const { t } = useTranslation()
  const { color, Icon } = levelAppearanceOf(alert.level)
  const kind = t(`records.alerts.choices.level.${alert.level}`)
  return (
    <Badge
      className={styles.kind}
      variant="light"
      color={alert.status === 'closed' ? 'gray' : color}
      leftSection={<Icon size={13} stroke={2} aria-hidden />}
    >
      {alert.level_source === 'estimated' ? t('telemetry.estimate.level', { level: kind }) : kind}
    </Badge>
  )
}
