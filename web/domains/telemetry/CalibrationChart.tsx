import { Group, Table } from '@mantine/core'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './CalibrationChart.module.css'

/** The percentages of the forecast ranges. */
const FORECAST_PERCENT = [10, 50, 90] as const
/** Sizes of the drawing: the square, and the space for its axis labels. */
const SQUARE = 200
const LEFT = 40
const BOTTOM = 28
const TOP = 8

const across = (percent: number) => LEFT + (percent / 100) * SQUARE
const up = (percent: number) => TOP + SQUARE - (percent / 100) * SQUARE

/** Forecast against actual: a 10 % forecast that comes true 10 % of the time is on the diagonal. A drawing, with a table for everyone. */
export function CalibrationChart({ happened }: { happened: readonly number[] }) {
  const points = FORECAST_PERCENT.map((forecast, i) => ({ forecast, share: (happened[i] ?? 0) * 100 }))
  return (
    <Group gap="lg" align="flex-start">
      <ForecastDrawing points={points} />
      <ForecastTable points={points} />
    </Group>
  )
}

interface PointsProps {
  /** Forecast and actual share in percent. */
  points: readonly { forecast: number; share: number }[]
}

function ForecastDrawing({ points }: PointsProps) {
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${LEFT + SQUARE + 12} ${TOP + SQUARE + BOTTOM}`}
      direction="ltr"
      aria-hidden
    >
      {[0, ...FORECAST_PERCENT, 100].map((value) => (
        <g key={value}>
          <line className={styles.grid} x1={across(value)} x2={across(value)} y1={up(0)} y2={up(100)} />
          <line className={styles.grid} x1={across(0)} x2={across(100)} y1={up(value)} y2={up(value)} />
          <text className={styles.figure} x={across(value)} y={up(0) + 16} textAnchor="middle">
            {value}
          </text>
          <text className={styles.figure} x={across(0) - 6} y={up(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      <line className={styles.ideal} x1={across(0)} y1={up(0)} x2={across(100)} y2={up(100)} />
      <polyline
        className={styles.line}
        points={points.map(({ forecast, share }) => `${across(forecast)},${up(share)}`).join(' ')}
      />
      {points.map(({ forecast, share }) => (
        <circle key={forecast} className={styles.point} cx={across(forecast)} cy={up(share)} r={5} />
      ))}
    </svg>
  )
}

function ForecastTable({ points }: PointsProps) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const percent = (value: number) => quantity(value, '%', 0)
  return (
    <Table className={styles.table} aria-label={t('telemetry.accuracy.calibration')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('telemetry.accuracy.said')}</Table.Th>
          <Table.Th ta="end">{t('telemetry.accuracy.happened')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map(({ forecast, share }) => (
          <Table.Tr key={forecast}>
            <Table.Td>{percent(forecast)}</Table.Td>
            <Table.Td ta="end">{percent(share)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
