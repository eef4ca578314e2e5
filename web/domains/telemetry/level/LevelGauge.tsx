import { useId } from 'react'
import type { TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import styles from './LevelGauge.module.css'
import { levelAppearanceOf } from './levelAppearances.ts'

const WIDTHS = { xs: 18, sm: 28, md: 44, lg: 84 } as const
/** The inner bounds of the vessel, in SVG units. */
const TOP = 3
const HEIGHT = 54

export interface LevelGaugeProps {
  percent: number | null
  level: TankLevel
  /** The mild and urgent levels, percent of capacity. */
  yellow?: number | null
  red?: number | null
  size?: keyof typeof WIDTHS
  /** Shows an estimate, not a measurement. */
  isEstimated?: boolean
  /** The reading is too old to be current. */
  isStale?: boolean
  /** The newest reading is not trusted. */
  isDoubted?: boolean
  /** The device is retired: no level is shown. */
  isRetired?: boolean
}

/** A small upright vessel with its level and two thresholds, the one symbol for levels. */
export function LevelGauge(props: LevelGaugeProps) {
  const { percent, level, yellow, red, size = 'sm', isStale, isDoubted, isEstimated } = props
  const id = useId()
  const label = useGaugeLabel(props)
  const isGrey = isStale || isDoubted || percent === null
  const filled = Math.min(100, Math.max(0, percent ?? 0)) / 100
  return (
    <Hint label={label} multiline maw={260}>
      <svg
        className={styles.gauge}
        data-color={isGrey ? 'stale' : levelAppearanceOf(level).color}
        width={WIDTHS[size]}
        height={WIDTHS[size] * 1.5}
        viewBox="0 0 40 60"
        role="img"
        aria-label={label}
      >
        <defs>
          {isEstimated && (
            <pattern
              id={`${id}hatch`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className={styles.hatch} width="3" height="6" />
            </pattern>
          )}
          <clipPath id={`${id}shell`}>
            <rect x="4" y={TOP} width="32" height={HEIGHT} rx="9" />
          </clipPath>
        </defs>
        <rect className={styles.shell} x="4" y={TOP} width="32" height={HEIGHT} rx="9" />
        <g clipPath={`url(#${id}shell)`}>
          <g className={styles.moving} style={{ transform: `translateY(${HEIGHT * (1 - filled)}px)` }}>
            <rect
              className={styles.liquid}
              {...(isEstimated && { fill: `url(#${id}hatch)`, 'data-estimated': true })}
              x="4"
              y={TOP}
              width="32"
              height={HEIGHT}
            />
            {filled > 0 && <line className={styles.surface} x1="4" x2="36" y1={TOP} y2={TOP} />}
          </g>
          <Threshold className={styles.yellow} at={yellow} />
          <Threshold className={styles.red} at={red} />
        </g>
        <rect className={styles.wall} x="4" y={TOP} width="32" height={HEIGHT} rx="9" />
        {percent === null && <path className={styles.mark} d="M14 24 L26 36 M26 24 L14 36" strokeWidth="3" />}
      </svg>
    </Hint>
  )
}

function Threshold({ at, className }: { at: number | null | undefined; className: string | undefined }) {
  if (at == null) return null
  const y = TOP + HEIGHT * (1 - at / 100)
  return <line className={className} x1="4" x2="36" y1={y} y2={y} />
}

/** The text alternative: the level first, then its problem. */
function useGaugeLabel({
  percent,
  level,
  yellow,
  red,
  isStale,
  isDoubted,
  isEstimated,
  isRetired,
}: LevelGaugeProps) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  return [
    percent === null
      ? t(isRetired ? 'telemetry.gauge.retired' : 'telemetry.gauge.no_reading')
      : `${t(`telemetry.level.${level}`)}: ${quantity(percent, '%', 0)}`,
    isEstimated && percent !== null && t('telemetry.gauge.estimated'),
    isDoubted && t('telemetry.gauge.doubted'),
    isStale && percent !== null && t('telemetry.gauge.stale'),
    yellow != null && t('telemetry.gauge.yellow', { at: quantity(yellow, '%', 0) }),
    red != null && t('telemetry.gauge.red', { at: quantity(red, '%', 0) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
