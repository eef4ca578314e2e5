import { Badge, type BadgeProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lookOf } from './levelLooks.ts'

interface LevelBadgeProps extends Omit<BadgeProps, 'color' | 'children'> {
  /** A tank's level, a device's state or an alert's kind. */
  level: string
}

/** A state in color, icon and word. */
export function LevelBadge({ level, ...rest }: LevelBadgeProps) {
  const { t } = useTranslation()
  const { color, Icon } = lookOf(level)
  return (
    <Badge color={color} miw="max-content" leftSection={<Icon size={13} stroke={2} aria-hidden />} {...rest}>
      {t(`telemetry.level.${level}`)}
    </Badge>
  )
}
