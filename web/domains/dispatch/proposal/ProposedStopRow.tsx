import { ActionIcon, Badge, Text } from '@mantine/core'
import { IconPin, IconPinFilled, IconX } from '@tabler/icons-react'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import type { Board, ProposedStop } from '../boardTypes.ts'
import { needName } from '../NeedRow.tsx'
import { NeedTitle } from '../NeedTitle.tsx'
import { useReasonText } from '../useReasonText.ts'
import styles from './Proposal.module.css'
import type { ProposalWork } from './useProposal.ts'

/** A detour up to this length counts as none: two tanks of one yard, m. */
const NO_DETOUR_M = 80

interface ProposedStopRowProps {
  stop: ProposedStop
  board: Board
  volumes: VolumeUnits
  work: ProposalWork
  mayPlan: boolean
}

/** A proposed stop: time, load, reason and detour; it can be pinned or left out. */
export function ProposedStopRow({ stop, board, volumes, work, mayPlan }: ProposedStopRowProps) {
  const { t } = useTranslation()
  const { way, clock } = useTravelText()
  const { day } = useDayText()
  const reasonOf = useReasonText()
  const name = needName(stop)
  const was = board.trucks.find(({ truck_id }) => truck_id === stop.was?.truck_id)
  const worth = [
    stop.detour_meters < NO_DETOUR_M
      ? t('dispatch.proposal.on_the_way')
      : t('dispatch.proposal.detour', { way: way(stop.detour_meters) }),
    stop.alone_meters !== null && t('dispatch.proposal.alone', { way: way(stop.alone_meters) }),
  ]
  return (
    <li className={styles.stop} data-rank={stop.rank}>
      <div className={styles.text}>
        <div className={styles.line}>
          <NeedTitle name={name} device_id={stop.device_id} />
          <Text size="sm" fw={600} className={styles.quantity} data-figures>
            {volumes.text(stop.quantity_liters, 0)}
          </Text>
        </div>
        <Text size="xs">
          {t(`dispatch.rank.${stop.rank}`)}: {reasonOf(stop)}
        </Text>
        <Text size="xs" c="dimmed" data-figures>
          {[clock(stop.arrives_at, stop.time_zone ?? undefined), ...worth].filter(Boolean).join(' · ')}
        </Text>
        {stop.change && (
          <Badge size="sm" color="mild" mt={2}>
            {stop.change === 'moved' && stop.was && was
              ? t('dispatch.proposal.was', { truck: was.truck_name, day: day(stop.was.day) })
              : t(`dispatch.proposal.change.${stop.change}`)}
          </Badge>
        )}
      </div>
      {mayPlan && <StopActions {...{ stop, name, work }} />}
    </li>
  )
}

function StopActions({ stop, name, work }: Pick<ProposedStopRowProps, 'stop' | 'work'> & { name: string }) {
  const { t } = useTranslation()
  const pin = t(stop.is_fixed ? 'dispatch.proposal.free' : 'dispatch.proposal.fix', { name })
  return (
    <div className={styles.actions}>
      <Hint label={pin}>
        <ActionIcon
          size="sm"
          aria-label={pin}
          aria-pressed={stop.is_fixed}
          disabled={work.isBusy}
          onClick={() => work.change(stop.is_fixed ? { free: [stop.key] } : { fix: [stop.key] })}
        >
          {stop.is_fixed ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
        </ActionIcon>
      </Hint>
      <Hint label={t('dispatch.proposal.drop_stop', { name })}>
        <ActionIcon
          size="sm"
          aria-label={t('dispatch.proposal.drop_stop', { name })}
          disabled={work.isBusy}
          onClick={() => work.change({ drop: [stop.key] })}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Hint>
    </div>
  )
}
