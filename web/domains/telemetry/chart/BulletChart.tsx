import type { CSSProperties } from 'react'
import type { ProductUsage } from '#core/domains/telemetry/fleetFigures.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './BulletChart.module.css'

type BulletData = Pick<
  ProductUsage,
  'user_capacity' | 'user_fill_volume' | 'user_symbol' | 'reorder_yellow' | 'reorder_red'
>

interface BulletChartProps extends BulletData {
  /** The label for screen readers. */
  what: string
}

/** Volume of capacity over bands for the levels: 80 px high, mirrored for right-to-left text. */
export function BulletChart({ what, ...usage }: BulletChartProps) {
  const { user_capacity, user_fill_volume, user_symbol, reorder_yellow, reorder_red } = usage
  const { t } = useTranslation()
  const { quantity, number } = useFormat()
  const amount = (volume: number) => quantity(volume, user_symbol, 0)
  const share = user_capacity > 0 ? Math.min(100, Math.max(0, (user_fill_volume / user_capacity) * 100)) : 0
  const [red, yellow] = [reorder_red ?? 0, reorder_yellow ?? 0]
  const level = share <= red ? 'urgent' : share <= yellow ? 'mild' : 'fine'
  const label = t(yellow > 0 ? 'telemetry.dashboard.bullet' : 'telemetry.dashboard.bullet_plain', {
    what,
    filled: amount(user_fill_volume),
    capacity: amount(user_capacity),
    yellow: quantity(yellow, '%', 0),
    red: quantity(red, '%', 0),
  })
  const grounds: CSSProperties & Record<`--${string}`, string> = {
    '--red': `${red}%`,
    '--yellow': `${yellow}%`,
  }
  return (
    <div className={styles.chart} role="img" aria-label={label} data-level={level}>
      <div className={styles.grounds} style={grounds}>
        <div className={styles.bar} style={{ inlineSize: `${share}%` }} />
        {red > 0 && (
          <div className={`${styles.mark} ${styles.red}`} style={{ insetInlineStart: `${red}%` }} />
        )}
        {yellow > 0 && (
          <div className={`${styles.mark} ${styles.yellow}`} style={{ insetInlineStart: `${yellow}%` }} />
        )}
      </div>
      <div className={styles.scale} aria-hidden>
        {STEPS.map((step) => (
          <span key={step}>{number((user_capacity * step) / 4, 0)}</span>
        ))}
      </div>
    </div>
  )
}

const STEPS = [0, 1, 2, 3, 4]
