import { Anchor, Group, Text } from '@mantine/core'
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './DeviceMap.module.css'
import { colorOfState } from './mapStyle.ts'
import { pinShapes, SHAPE_SIZE } from './pinShapes.ts'

interface MapLegendProps {
  /** The number of devices in view. */
  inView: number
  /** Whether the names of towns are the built-in ones. */
  hasOwnNames: boolean
}

/** Below a map: the number of devices in view, and the meaning of shapes and colors. */
export function MapLegend({ inView, hasOwnNames }: MapLegendProps) {
  const { t } = useTranslation()
  return (
    <Group className={styles.legend} justify="space-between" gap="xs">
      <Text size="xs" fw={600} role="status">
        {t('telemetry.map.in_view', { count: inView })}
      </Text>
      <Group component="ul" gap="sm" m={0} p={0} aria-label={t('telemetry.chart.legend')}>
        {MAP_STATES.map((state, rank) => ({ state, rank }))
          .toReversed()
          .map(({ state, rank }) => (
            <Group key={state} component="li" gap={4} wrap="nowrap" className={styles.plain}>
              <svg width="14" height="14" viewBox={`0 0 ${SHAPE_SIZE} ${SHAPE_SIZE}`} aria-hidden>
                <path d={pinShapes[state]} fill={colorOfState(rank)} fillRule="evenodd" />
              </svg>
              <Text size="xs" c="dimmed">
                {t(`telemetry.level.${state}`)}
              </Text>
            </Group>
          ))}
      </Group>
      {hasOwnNames && (
        <Anchor size="xs" c="dimmed" href="https://www.geonames.org" target="_blank" rel="noreferrer">
          {t('telemetry.map.towns_by')}
        </Anchor>
      )}
    </Group>
  )
}
