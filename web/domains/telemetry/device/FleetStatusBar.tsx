import { Group, Text, UnstyledButton } from '@mantine/core'
import { FLEET_STATES, type FleetState } from '#core/domains/telemetry/fleetStates.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { levelAppearanceOf } from '../level/levelAppearances.ts'
import glow from '../tank/ChangeHighlight.module.css'
import { useChangeHighlight } from '../tank/useChangeHighlight.ts'
import styles from './FleetStatusBar.module.css'

interface FleetStatusBarProps {
  title: string
  /** The number of tanks per state. */
  fleet: Readonly<Record<FleetState | 'total', number>>
  chosen: FleetState | null
  onChoose: (state: FleetState | null) => void
}

/** Tanks by state; a press filters by one state, another clears the filter. */
export function FleetStatusBar({ title, fleet, chosen, onChoose }: FleetStatusBarProps) {
  return (
    <fieldset className={styles.bar} aria-label={title}>
      {FLEET_STATES.map((state) => (
        <Segment
          key={state}
          state={state}
          count={fleet[state]}
          share={fleet.total > 0 ? fleet[state] / fleet.total : 0}
          isChosen={chosen === state}
          onPress={() => onChoose(chosen === state ? null : state)}
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
