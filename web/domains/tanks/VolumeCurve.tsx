import type { TankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './TankTypeScreen.module.css'

interface VolumeCurveProps {
  curve: TankCurve
  /** The marked level, mm. */
  height: number
  formatHeight: (mm: number) => string
  formatVolume: (litres: number) => string
}

const STEPS = 80
const BOX = { left: 64, top: 8, width: 400, height: 170 }
const RIGHT = BOX.left + BOX.width
const BOTTOM = BOX.top + BOX.height

/** The volume as a function of the level. */
export function VolumeCurve({ curve, height, formatHeight, formatVolume }: VolumeCurveProps) {
  const { t } = useTranslation()
  const x = (mm: number) => BOX.left + (mm / curve.tankHeight) * BOX.width
  const y = (litres: number) => BOX.top + BOX.height * (1 - litres / curve.shellCapacity)
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const mm = (curve.tankHeight * step) / STEPS
    return `${x(mm).toFixed(1)} ${y(curve.volumeAt(mm)).toFixed(1)}`
  })
  const line = `M${points.join(' L')}`
  return (
    <svg className={styles.curve} viewBox="0 0 480 205" role="img" aria-label={t('tanks.curve')}>
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            className={styles.axis}
            x1={BOX.left}
            x2={RIGHT}
            y1={y(curve.shellCapacity * share)}
            y2={y(curve.shellCapacity * share)}
          />
          <text x={BOX.left - 6} y={y(curve.shellCapacity * share) + 4} textAnchor="end">
            {formatVolume(curve.shellCapacity * share)}
          </text>
          <text
            x={BOX.left + BOX.width * share}
            y={BOTTOM + 18}
            textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
          >
            {formatHeight(curve.tankHeight * share)}
          </text>
        </g>
      ))}
      <path className={styles.area} d={`${line} L${RIGHT} ${BOTTOM} L${BOX.left} ${BOTTOM} Z`} />
      <path className={styles.line} d={line} />
      <line className={styles.mark} x1={x(height)} x2={x(height)} y1={BOX.top} y2={BOTTOM} />
    </svg>
  )
}
