import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '#web/platform/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { LevelBadge } from './LevelBadge.tsx'
import { TankActions } from './TankActions.tsx'
import { useEstimateFormat } from './useEstimateFormat.ts'
import type { Position } from './usePositions.ts'

interface PositionLineProps {
  position: Position
  /** What people call it by place and product, once that is there. */
  name?: string | undefined
  /** In a dense list: signs for what one can do. */
  isShort?: boolean
}

/** A device of a map in words: its name, its state and how full it is. */
export function PositionLine({ position, name = position.label, isShort }: PositionLineProps) {
  const { t } = useTranslation()
  const { quantity, age } = useFormat()
  const now = useNow()
  const figure = useEstimateFormat(position)
  const isEstimated = position.level_source === 'estimated'
  return (
    <Stack gap={4}>
      <Anchor component={Link} to={`/devices/profile/${position.device_id}`} fw={600} size="sm">
        <bdi>{name}</bdi>
      </Anchor>
      <Group gap="xs">
        <LevelBadge
          level={position.level}
          isEstimated={isEstimated && position.level !== 'offline'}
          size="sm"
        />
        {position.percent !== null && <Text size="sm">{figure(quantity(position.percent, '%', 0))}</Text>}
        {isEstimated && position.measuredAt !== null && (
          <Text size="xs" c="dimmed">
            {t('telemetry.estimate.since', { age: age(new Date(position.measuredAt).toISOString(), now) })}
          </Text>
        )}
        {isShort && <TankActions device_id={position.device_id} name={name} isShort />}
      </Group>
      {!isShort && <TankActions device_id={position.device_id} name={name} />}
    </Stack>
  )
}
