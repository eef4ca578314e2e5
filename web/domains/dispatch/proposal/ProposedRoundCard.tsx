import { Badge, Button, Group, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, ProposedRound, Truck } from '../boardTypes.ts'
import styles from './Proposal.module.css'
import { ProposedStopRow } from './ProposedStopRow.tsx'
import { stopFigures } from './stopFigures.ts'
import type { ProposalWork } from './useProposal.ts'

interface ProposedRoundCardProps {
  round: ProposedRound
  truck: Truck
  /** The number of the draft that would take the proposal, after its current stops. */
  draft: string | undefined
  board: Board
  volumes: VolumeUnits
  work: ProposalWork
  mayPlan: boolean
}

/** A proposed round: what each of its stops is worth, and the decision about it. */
export function ProposedRoundCard(props: ProposedRoundCardProps) {
  const { round, truck, draft, volumes, work, mayPlan } = props
  const { t } = useTranslation()
  return (
    <article className={styles.round} aria-label={t('dispatch.proposal.round', { truck: truck.truck_name })}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Badge variant="outline">{t('dispatch.proposal.badge')}</Badge>
        {mayPlan && <Decision {...{ round, truck, work }} />}
      </Group>
      <Figures round={round} volumes={volumes} />
      {draft && (
        <Text size="xs" c="dimmed">
          {t('dispatch.proposal.adds_to', { round: draft })}
        </Text>
      )}
      <ol className={styles.stops}>
        {round.stops.map((stop) => (
          <ProposedStopRow key={stop.key} stop={stop} {...props} />
        ))}
      </ol>
    </article>
  )
}

function Figures({ round, volumes }: Pick<ProposedRoundCardProps, 'round' | 'volumes'>) {
  const { t } = useTranslation()
  const { way, length, clock } = useTravelText()
  const { stops, aboard, departs_at, ends_at } = round
  const litres = stops.reduce((sum, { quantity_liters }) => sum + quantity_liters, aboard.liters)
  const zone = round.time_zone ?? undefined
  const duty = (Date.parse(ends_at) - Date.parse(departs_at)) / 1000
  return (
    <Text size="xs" mt={4} data-figures>
      {[
        ...stopFigures(t, stops.length, aboard.stops),
        volumes.text(litres, 0),
        way(round.meters),
        t('dispatch.hours', {
          from: clock(departs_at, zone),
          to: clock(ends_at, zone),
          length: length(duty),
        }),
      ].join(' · ')}
    </Text>
  )
}

function Decision({ round, truck, work }: Pick<ProposedRoundCardProps, 'round' | 'truck' | 'work'>) {
  const { t } = useTranslation()
  const { stops } = round
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconX size={14} aria-hidden />}
        aria-label={t('dispatch.proposal.drop_round', { truck: truck.truck_name })}
        disabled={work.isBusy}
        onClick={() => work.change({ drop: stops.map(({ key }) => key) })}
      >
        {t('dispatch.proposal.drop')}
      </Button>
      <Button
        size="compact-sm"
        leftSection={<IconCheck size={14} aria-hidden />}
        aria-label={t('dispatch.proposal.accept_round', { truck: truck.truck_name })}
        disabled={work.isBusy}
        onClick={() => work.accept([round])}
      >
        {t('dispatch.proposal.accept')}
      </Button>
    </Group>
  )
}
