import { Group, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, Needs, Proposal } from './boardTypes.ts'
import styles from './Dispatch.module.css'

interface DayStripProps {
  day: string | undefined
  board: Board
  needs: Needs
  proposal: Proposal | null | undefined
  onChoose: (day: string) => void
}

/** The next seven days with their rounds, proposed rounds and needs due; any other day by its date. */
export function DayStrip({ day, board, needs, proposal, onChoose }: DayStripProps) {
  const { t } = useTranslation()
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      align="stretch"
      className={styles.strip}
      role="group"
      aria-label={t('dispatch.days')}
    >
      {board.week.map((item, index) => (
        <Day
          key={item.day}
          {...{ boardDay: item, needs, proposal }}
          isToday={index === 0}
          isOpen={item.day === day}
          onOpen={() => onChoose(item.day)}
        />
      ))}
      <TextInput
        type="date"
        size="sm"
        className={styles.anyDay}
        aria-label={t('dispatch.other_day')}
        value={day ?? ''}
        onChange={(event) => event.currentTarget.value && onChoose(event.currentTarget.value)}
      />
    </Group>
  )
}

interface DayProps extends Pick<DayStripProps, 'needs' | 'proposal'> {
  boardDay: Board['week'][number]
  isToday: boolean
  isOpen: boolean
  onOpen: () => void
}

function Day({ boardDay, needs, proposal, isToday, isOpen, onOpen }: DayProps) {
  const { t } = useTranslation()
  const { weekday, dayOfMonth, day: long } = useDayText()
  const must = needs.week.find((other) => other.day === boardDay.day)?.must ?? 0
  const proposed = proposal?.rounds.filter((round) => round.day === boardDay.day).length ?? 0
  const figures = [
    boardDay.rounds > 0 && t('dispatch.rounds', { count: boardDay.rounds }),
    boardDay.stops > 0 && t('dispatch.stops', { count: boardDay.stops }),
    proposed > 0 && t('dispatch.proposal.proposed', { count: proposed }),
  ].filter(Boolean)
  return (
    <UnstyledButton
      className={styles.day}
      aria-pressed={isOpen}
      aria-label={[long(boardDay.day), ...figures, must > 0 && t('dispatch.must_by', { count: must })]
        .filter(Boolean)
        .join(', ')}
      onClick={onOpen}
    >
      <Text span size="sm" fw={600}>
        {isToday ? t('dispatch.today') : weekday(boardDay.day)}{' '}
        <span data-figures>{dayOfMonth(boardDay.day)}</span>
      </Text>
      <Text span size="xs" c="dimmed" className={styles.dayFigures}>
        {figures.join(' · ') || t('dispatch.no_rounds')}
      </Text>
      {must > 0 && (
        <span className={styles.mustCount} aria-hidden>
          {must}
        </span>
      )}
    </UnstyledButton>
  )
}
