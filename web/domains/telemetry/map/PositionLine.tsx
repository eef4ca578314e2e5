import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LevelBadge } from '../level/LevelBadge.tsx'
import { useEstimateFormat } from '../level/useEstimateFormat.ts'
import { TankActions } from '../tank/TankActions.tsx'
import type { Position } from './usePositions.ts'

interface PositionLineProps {
  position: Position
  /** Its place name with product, once loaded. */
  name?: string | undefined
  /** Icons only, for dense lists. */
  isShort?: boolean
}

/** A device of a map as text: name, state and level. */
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
