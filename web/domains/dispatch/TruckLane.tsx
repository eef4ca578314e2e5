import { useDroppable } from '@dnd-kit/core'
import { Group, Text, Title } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, Truck } from './boardTypes.ts'
import styles from './Dispatch.module.css'
import { ProposedRoundCard } from './proposal/ProposedRoundCard.tsx'
import type { ProposalWork } from './proposal/useProposal.ts'
import { RoundCard } from './RoundCard.tsx'
import { draftOf } from './roundState.ts'
import { useRoomText } from './TruckMenu.tsx'
import type { BoardActions } from './useBoardActions.tsx'

interface TruckLaneProps {
  /** Null for rounds without a truck. */
  truck: Truck | null
  board: Board
  volumes: VolumeUnits
  actions: BoardActions
  work: ProposalWork
  mayPlan: boolean
}

/** A truck's day with its proposals: a drop adds to its draft, or starts one. */
export function TruckLane({ truck, board, volumes, actions, work, mayPlan }: TruckLaneProps) {
  const { t } = useTranslation()
  const { setNodeRef, isOver } = useDroppable({
    id: `truck:${truck?.truck_id ?? 0}`,
    data: { truck },
    disabled: !mayPlan || truck === null,
  })
  const known = new Set(board.trucks.map(({ truck_id }) => truck_id))
  const rounds = board.rounds.filter(({ truck_id }) =>
    truck ? truck_id === truck.truck_id : truck_id === null || !known.has(truck_id),
  )
  const proposed = work.state?.proposal?.rounds.filter(
    ({ truck_id, day }) => truck_id === truck?.truck_id && day === board.day,
  )
  const name = truck?.truck_name ?? t('dispatch.without_truck')
  return (
    <section ref={setNodeRef} className={styles.lane} data-is-over={isOver || undefined} aria-label={name}>
      <LaneHeading {...{ truck, name, board, volumes }} />
      {rounds.map((round) => (
        <RoundCard key={round.shipment_id} {...{ round, board, volumes, actions, mayPlan }} />
      ))}
      {truck &&
        proposed?.map((round) => (
          <ProposedRoundCard
            key={round.truck_id}
            {...{ round, truck, board, volumes, work, mayPlan }}
            draft={draftOf(board, truck)?.shipment_number}
          />
        ))}
      {rounds.length === 0 && !proposed?.length && (
        <Text size="sm" c="dimmed" className={styles.empty}>
          {mayPlan ? t('dispatch.drop_here') : t('dispatch.no_rounds')}
        </Text>
      )}
    </section>
  )
}

interface LaneHeadingProps extends Pick<TruckLaneProps, 'truck' | 'board' | 'volumes'> {
  name: string
}

function LaneHeading({ truck, name, board, volumes }: LaneHeadingProps) {
  const { t } = useTranslation()
  const roomText = useRoomText(board, volumes)
  const people = [truck?.driver ?? (truck && t('dispatch.no_driver')), truck?.company_title]
    .filter(Boolean)
    .join(' · ')
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="xs" wrap="nowrap" className={styles.what}>
        <IconTruck size={18} stroke={1.75} aria-hidden />
        <div className={styles.what}>
          <Title order={2} size="h3" dir="auto">
            {name}
          </Title>
          <Text size="xs" c="dimmed" className={styles.name} dir="auto" title={people}>
            {people}
          </Text>
        </div>
      </Group>
      {truck && (
        <Text size="xs" c="dimmed" ta="end" data-figures>
          {roomText(truck)}
        </Text>
      )}
    </Group>
  )
}
