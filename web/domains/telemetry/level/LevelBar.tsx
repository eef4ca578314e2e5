import { Box, Text } from '@mantine/core'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { EstimateIndicator } from './EstimateIndicator.tsx'
import styles from './LevelBar.module.css'
import { levelAppearanceOf } from './levelAppearances.ts'
import { TrustIndicator } from './TrustIndicator.tsx'
import { tankState } from './tankState.ts'
import { useEstimateFormat } from './useEstimateFormat.ts'

/** The level of a tank in one line: a bar with its thresholds, and the percentage. */
export function LevelBar({ tank, uploadHours }: { tank: PortSummary; uploadHours: number }) {
  const { quantity } = useFormat()
  const figure = useEstimateFormat(tank)
  const { percent, level, yellow, red, isStale, isDoubted } = tankState(tank, uploadHours, useNow())
  const isGrey = isStale || isDoubted
  const filled = Math.min(100, Math.max(0, percent ?? 0))
  return (
    <span className={styles.line}>
      <Box
        component="span"
        className={styles.bar}
        aria-hidden
        data-is-estimated={tank.level_source === 'estimated' || undefined}
        style={{
          '--bar-color': `var(--mantine-color-${isGrey ? 'stale' : levelAppearanceOf(level).color}-5)`,
        }}
      >
        <span className={styles.liquid} style={{ width: `${filled}%` }} />
        {[yellow, red].map(
          (at) =>
            at != null && (
              <span key={at} className={styles.threshold} style={{ insetInlineStart: `${at}%` }} />
            ),
        )}
      </Box>
      <Text span size="sm" fw={600} c={isGrey ? 'dimmed' : undefined} className={styles.percent} data-figures>
        {percent === null ? '—' : figure(quantity(percent, '%', 0))}
      </Text>
      <EstimateIndicator tank={tank} isShort />
      <TrustIndicator trust={tank.trust} isStale={isStale ?? false} isShort />
    </span>
  )
}
