import { Button, Collapse, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NEED_RANKS } from '#core/domains/dispatch/judgeNeed.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board, Proposal } from '../boardTypes.ts'
import { needName } from '../NeedRow.tsx'
import { NeedTitle } from '../NeedTitle.tsx'
import { useReasonText } from '../useReasonText.ts'
import styles from './Proposal.module.css'
import type { ProposalWork } from './useProposal.ts'

type LeftOut = Proposal['left_out'][number]

/** Maximum number of rows; a fleet can leave out thousands. */
const MAX_ROWS = 30

interface LeftOutListProps {
  proposal: Proposal
  work: ProposalWork
  board: Board
  mayPlan: boolean
}

/** Needs on no proposed round, the most urgent first, with the reason and the consequence. */
export function LeftOutList({ proposal: { left_out }, ...props }: LeftOutListProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (left_out.length === 0) return null
  const must = left_out.filter(({ rank }) => rank === 'must').length
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        color={must > 0 ? 'urgent' : 'gray'}
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {[
          t('dispatch.proposal.left_out', { count: left_out.length }),
          must > 0 && t('dispatch.proposal.must_left_out', { count: must }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Rows {...props} left_out={left_out} isOpen={isOpen} />
      </Collapse>
    </div>
  )
}

interface RowsProps extends Omit<LeftOutListProps, 'proposal'> {
  left_out: readonly LeftOut[]
  isOpen: boolean
}

function Rows({ left_out, isOpen, ...props }: RowsProps) {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const sorted = NEED_RANKS.flatMap((rank) => left_out.filter((item) => item.rank === rank))
  return (
    <>
      <ul className={styles.leftOut} aria-label={t('dispatch.proposal.left_out', { count: left_out.length })}>
        {isOpen &&
          sorted
            .slice(0, isWhole ? undefined : MAX_ROWS)
            .map((item) => <Row key={item.key} item={item} {...props} />)}
      </ul>
      {!isWhole && sorted.length > MAX_ROWS && (
        <Button size="compact-sm" variant="default" onClick={() => setIsWhole(true)}>
          {t('dispatch.show_more')}
        </Button>
      )}
    </>
  )
}

function Row({ item, work, board, mayPlan }: Omit<LeftOutListProps, 'proposal'> & { item: LeftOut }) {
  const { t } = useTranslation()
  const text = useLeftOutText(item, board)
  return (
    <li className={styles.leftOutRow} data-rank={item.rank}>
      <div className={styles.text}>
        <Group gap="xs">
          <NeedTitle name={needName(item)} device_id={item.device_id} />
          <Text size="xs" c="dimmed" truncate dir="auto">
            {[item.document_number, item.company_title].filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <Text size="xs">{text}</Text>
      </div>
      {mayPlan && item.why === 'dropped' && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={work.isBusy}
          onClick={() => work.change({ restore: [item.key] })}
        >
          {t('dispatch.proposal.restore')}
        </Button>
      )}
    </li>
  )
}

/** The reason and the consequence of a need on no round. */
function useLeftOutText(item: LeftOut, board: Board) {
  const { t } = useTranslation()
  const { way } = useTravelText()
  const { day } = useDayText()
  const reasonOf = useReasonText()
  const before = item.was
  const was = before && board.trucks.find(({ truck_id }) => truck_id === before.truck_id)
  const trucks = item.idle.flatMap(({ truck_id, why }) => {
    const truck = board.trucks.find((known) => known.truck_id === truck_id)?.truck_name
    return truck ? t(`dispatch.proposal.idle.${why}`, { truck }) : []
  })
  // Where a truck is idle, "no room" would be half of the truth.
  const standsIdle =
    trucks.length > 0 && ['no_truck', 'full', 'outside_hours', 'out_of_reach'].includes(item.why)
  const parts = [
    reasonOf(item),
    ...(standsIdle
      ? trucks
      : [
          t(`dispatch.proposal.why.${item.why}`, {
            way: item.detour_meters === null ? '' : way(item.detour_meters),
          }),
        ]),
    item.was && was && t('dispatch.proposal.was', { truck: was.truck_name, day: day(item.was.day) }),
  ]
  return parts.filter(Boolean).join(' · ')
}
