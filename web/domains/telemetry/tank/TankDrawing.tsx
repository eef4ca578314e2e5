import { useId } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './TankDrawing.module.css'
import { type TankSides, tankOutline } from './tankOutline.ts'

export interface DrawnLevel {
  kind: 'yellow' | 'red' | 'liquid'
  /** The level's height as a share, 0 to 1. */
  share: number
  word: string
}

interface TankDrawingProps {
  slug: string
  sides: TankSides
  levels: readonly DrawnLevel[]
  /** Formats a length with its unit. */
  format: (length: number) => string
}

const WIDTH = 260
const HEIGHT = 190
const LEFT = 40
const TOP = 14
/** Labels of two close levels are placed above and below. */
const WORD_BELOW = { yellow: 0, red: 10, liquid: 4 } as const

/** A drawing of the tank in its shape and size, with its levels. */
export function TankDrawing({ slug, sides, levels, format }: TankDrawingProps) {
  const { t } = useTranslation()
  const id = useId()
  const outline = tankOutline(slug, sides)
  const scale = Math.min(WIDTH / outline.width, HEIGHT / outline.height)
  const [width, height] = [outline.width * scale, outline.height * scale]
  const x = LEFT + (WIDTH - width) / 2
  const y = TOP + (HEIGHT - height) / 2
  const heads = (outline.heads ?? 0) * scale
  const liquid = levels.find(({ kind }) => kind === 'liquid')
  const lines = levels.filter(({ kind }) => kind !== 'liquid')
  const label = [t('telemetry.drawing.label'), ...levels.map(({ word }) => word)].join(' · ')
  return (
    <svg className={styles.drawing} viewBox="0 0 380 240" role="img" aria-label={label}>
      <defs>
        <clipPath id={id}>
          <path d={outline.path} transform={`translate(${x} ${y}) scale(${scale})`} />
        </clipPath>
      </defs>
      <path className={styles.shell} d={outline.path} transform={`translate(${x} ${y}) scale(${scale})`} />
      {liquid && (
        <rect
          className={styles.liquid}
          clipPath={`url(#${id})`}
          x={x}
          width={width}
          y={y + height * (1 - liquid.share)}
          height={height * liquid.share}
        />
      )}
      <path className={styles.wall} d={outline.path} transform={`translate(${x} ${y}) scale(${scale})`} />
      {lines.map(({ kind, share, word }) => (
        <g key={kind} className={styles[kind]}>
          <line x1={x - 8} x2={x + width + 8} y1={y + height * (1 - share)} y2={y + height * (1 - share)} />
          <text x={x + width + 12} y={y + height * (1 - share) + WORD_BELOW[kind]}>
            {word}
          </text>
        </g>
      ))}
      {outline.across && sides[outline.across] > 0 && (
        <g className={styles.size}>
          <line x1={x + heads} x2={x + width - heads} y1={y + height + 12} y2={y + height + 12} />
          <text x={x + width / 2} y={y + height + 28} textAnchor="middle">
            {heads > 0
              ? t('tanks.without_heads', {
                  size: `${outline.across} ${format(sides[outline.across])}`,
                })
              : `${outline.across} ${format(sides[outline.across])}`}
          </text>
        </g>
      )}
      {outline.up && sides[outline.up] > 0 && (
        <g className={styles.size}>
          <line x1={x - 12} x2={x - 12} y1={y} y2={y + height} />
          <text
            textAnchor="middle"
            transform={`translate(${x - 18} ${y + height / 2}) rotate(-90)`}
          >{`${outline.up} ${format(sides[outline.up])}`}</text>
        </g>
      )}
    </svg>
  )
}
