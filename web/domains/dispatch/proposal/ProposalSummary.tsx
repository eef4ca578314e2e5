import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconRefresh, IconRoute } from '@tabler/icons-react'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Board, Proposal } from '../boardTypes.ts'
import { trucksOf } from '../roundState.ts'
import styles from './Proposal.module.css'
import { stopFigures } from './stopFigures.ts'
import type { ProposalWork } from './useProposal.ts'

interface ProposalSummaryProps {
  proposal: Proposal
  work: ProposalWork
  board: Board
  volumes: VolumeUnits
  mayPlan: boolean
}

/** Totals of a proposal, its changes since the previous one, and the buttons that accept or reject it. */
export function ProposalSummary({ proposal, work, board, volumes, mayPlan }: ProposalSummaryProps) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const { first_day, days, rounds, left_out } = proposal
  const period = days === 1 ? day(first_day) : `${day(first_day)} – ${day(addDays(first_day, days - 1))}`
  const nothing = left_out.length === 0 ? 'nothing' : 'no_rounds'
  return (
    <Group justify="space-between" gap="xs" align="flex-start">
      <Group gap="xs" wrap="nowrap" align="flex-start" className={styles.text}>
        <IconRoute size={20} stroke={1.75} aria-hidden className={styles.icon} />
        <div>
          <Text size="sm" fw={600}>
            {t('dispatch.proposal.of', { period })}
          </Text>
          {rounds.length > 0 ? (
            <Figures proposal={proposal} volumes={volumes} />
          ) : (
            <Text size="sm">{t(`dispatch.proposal.${nothing}`)}</Text>
          )}
          <Notes proposal={proposal} board={board} />
        </div>
      </Group>
      {mayPlan && <SummaryActions {...{ proposal, work, board }} />}
    </Group>
  )
}

type SummaryActionsProps = Pick<ProposalSummaryProps, 'proposal' | 'work' | 'board'>

function SummaryActions({ proposal, work, board }: SummaryActionsProps) {
  const { t } = useTranslation()
  const { first_day, days, rounds, truck_ids } = proposal
  const today = board.week[0]?.day ?? first_day
  const again = { first_day: first_day < today ? today : first_day, days, ...(truck_ids && { truck_ids }) }
  return (
    <Group gap="xs">
      {rounds.length > 0 && (
        <Button
          size="xs"
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={work.isBusy}
          onClick={() => work.accept()}
        >
          {t('dispatch.proposal.accept_all')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={work.isBusy}
        onClick={() => work.propose(again)}
      >
        {t('dispatch.proposal.anew')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        disabled={work.isBusy}
        onClick={() => work.change({ discard: true })}
      >
        {t('dispatch.proposal.dismiss')}
      </Button>
    </Group>
  )
}

function Figures({ proposal: { rounds }, volumes }: Pick<ProposalSummaryProps, 'proposal' | 'volumes'>) {
  const { t } = useTranslation()
  const { way, length } = useTravelText()
  const stops = rounds.flatMap((round) => round.stops)
  const aboard = rounds.map((round) => round.aboard)
  const sum = (figures: number[]) => figures.reduce((all, figure) => all + figure, 0)
  const figures = [
    t('dispatch.rounds', { count: rounds.length }),
    ...stopFigures(t, stops.length, sum(aboard.map((item) => item.stops))),
    volumes.text(
      sum([...stops.map(({ quantity_liters }) => quantity_liters), ...aboard.map(({ liters }) => liters)]),
      0,
    ),
    way(sum(rounds.map(({ meters }) => meters))),
    length(
      sum(rounds.map(({ departs_at, ends_at }) => (Date.parse(ends_at) - Date.parse(departs_at)) / 1000)),
    ),
  ]
  return (
    <Text size="sm" data-figures>
      {figures.join(' · ')}
    </Text>
  )
}

function Notes({ proposal, board }: Pick<ProposalSummaryProps, 'proposal' | 'board'>) {
  const { t } = useTranslation()
  const { changes, gone, fresh, by_night, source, rounds, truck_ids } = proposal
  const spared = trucksOf(board).filter(({ truck_id }) => truck_ids && !truck_ids.includes(truck_id))
  const isChanged = changes && changes.added + changes.moved + changes.removed > 0
  const notes = [
    by_night && t('dispatch.proposal.by_night'),
    spared.length > 0 &&
      t('dispatch.proposal.without', { trucks: spared.map(({ truck_name }) => truck_name).join(', ') }),
    changes && (isChanged ? t('dispatch.proposal.changes', changes) : t('dispatch.proposal.no_changes')),
    gone > 0 && t('dispatch.proposal.gone', { count: gone }),
    fresh > 0 && t('dispatch.proposal.fresh', { count: fresh }),
    source === 'estimate' && rounds.length > 0 && t('dispatch.proposal.estimate'),
  ]
  return (
    <Text size="xs" c="dimmed">
      <RelativeTime at={proposal.made_at} />
      {notes
        .filter(Boolean)
        .map((note) => ` · ${note}`)
        .join('')}
    </Text>
  )
}
