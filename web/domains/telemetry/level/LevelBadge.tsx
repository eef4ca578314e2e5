import { Badge, type BadgeProps } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { levelAppearanceOf } from './levelAppearances.ts'

interface LevelBadgeProps extends Omit<BadgeProps, 'color' | 'children'> {
  /** A tank's level, a device's state or an alert's kind. */
  level: string
  /** Derived from an estimate. */
  isEstimated?: boolean
}

/** A state as color, icon and word. */
export function LevelBadge({ level, isEstimated, ...rest }: LevelBadgeProps) {
  const { t } = useTranslation()
  const { color, Icon } = levelAppearanceOf(level)
  const word = t(`telemetry.level.${level}`)
  return (
    // An estimate of a silent tank does not mean that all is well.
    <Badge
      color={isEstimated && level === 'fine' ? 'stale' : color}
      miw="max-content"
      leftSection={<Icon size={13} stroke={2} aria-hidden />}
      {...rest}
    >
      {/* A loss was observed, whatever the source of the level. */}
      {isEstimated && !level.endsWith('_loss') ? t('telemetry.estimate.level', { level: word }) : word}
    </Badge>
  )
}
