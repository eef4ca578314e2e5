import { Group, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FLEET_STATES, type FleetState } from '#core/domains/telemetry/fleetStates.ts'
import glow from '#web/domains/telemetry/tank/ChangeHighlight.module.css'
import { levelAppearanceOf } from '#web/domains/telemetry/tank/levelAppearances.ts'
import { useChangeHighlight } from '#web/domains/telemetry/tank/useChangeHighlight.ts'
import { useFleetStatus } from '#web/domains/telemetry/tank/useFleetStatus.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'
import styles from './Fleet.module.css'
import { useFleetChoice } from './useFleetChoice.ts'

/** The fleet by state; a press narrows the dashboard to one state, another shows all again. */
export function FleetStatusWidget({ title }: WidgetProps) {
  const { data: fleet, isError, error, refetch } = useFleetStatus()
  const [chosen, choose] = useFleetChoice()
  if (isError && !fleet) return <ErrorState error={error} onRetry={refetch} />
  if (!fleet) return <Skeleton h={76} radius="lg" />
  return (
    <fieldset className={styles.bar} aria-label={title}>
      {FLEET_STATES.map((state) => (
        <Segment
          key={state}
          state={state}
          count={fleet[state]}
          share={fleet.total > 0 ? fleet[state] / fleet.total : 0}
          isChosen={chosen === state}
          onPress={() => choose(chosen === state ? null : state)}
        />
      ))}
    </fieldset>
  )
}

interface SegmentProps {
  state: FleetState
  count: number
  share: number
  isChosen: boolean
  onPress: () => void
}

function Segment({ state, count, share, isChosen, onPress }: SegmentProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const isGlowing = useChangeHighlight(count)
  const { color, Icon } = levelAppearanceOf(state)
  return (
    <UnstyledButton
      className={`${styles.segment} ${isGlowing ? glow.glow : ''}`}
      aria-pressed={isChosen}
      data-is-zero={count === 0 || undefined}
      onClick={onPress}
      style={{
        '--segment-color': `var(--mantine-color-${color}-5)`,
        '--segment-text': `var(--mantine-color-${color}-text)`,
        '--segment-ground': `var(--mantine-color-${color}-light)`,
      }}
    >
      <Group gap={6} wrap="nowrap">
        <Icon size={16} className={styles.icon} aria-hidden />
        <Text span size="sm" lh={1.15} className={styles.word}>
          {t(`telemetry.level.${state}`)}
        </Text>
      </Group>
      <span className={styles.count}>{number(count)}</span>
      <div className={styles.share} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </div>
    </UnstyledButton>
  )
}
