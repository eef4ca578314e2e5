import { Button, Menu } from '@mantine/core'
import { IconCalendarWeek, IconMoon, IconMoonOff, IconRoute, IconTruck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Board } from '../boardTypes.ts'
import { trucksOf } from '../roundState.ts'
import { HORIZONS, useHorizonText } from './horizons.ts'
import { TruckChoice } from './TruckChoice.tsx'
import type { ProposalWork } from './useProposal.ts'

interface ProposeMenuProps {
  /** The first day. */
  day: string | undefined
  today: string | undefined
  board: Board | undefined
  work: ProposalWork
}

/** Requests a proposal: for the day of the board, or for more days, for all trucks or chosen ones; and sets the nightly proposal. */
export function ProposeMenu({ day: first, today, board, work }: ProposeMenuProps) {
  const { t } = useTranslation()
  const [isChoosing, setIsChoosing] = useState(false)
  const { state, isBusy } = work
  // Shown while the board is read: a button that appears later pushes the board down.
  const isRead = first !== undefined && today !== undefined && state !== undefined
  const trucks = trucksOf(board)
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button
            size="sm"
            leftSection={<IconRoute size={18} stroke={1.75} aria-hidden />}
            disabled={!isRead || isBusy || state.run !== null || first < today}
          >
            {t('dispatch.proposal.propose')}
          </Button>
        </Menu.Target>
        {isRead && (
          <Menu.Dropdown>
            <ProposeItems
              {...{ first, work }}
              isNightly={state.is_nightly}
              onChooseTrucks={trucks.length > 1 ? () => setIsChoosing(true) : undefined}
            />
          </Menu.Dropdown>
        )}
      </Menu>
      {isRead && isChoosing && (
        <TruckChoice {...{ first, trucks, work }} onClose={() => setIsChoosing(false)} />
      )}
    </>
  )
}

interface ProposeItemsProps {
  first: string
  work: ProposalWork
  isNightly: boolean
  /** Undefined with a single truck. */
  onChooseTrucks: (() => void) | undefined
}

function ProposeItems({ first, work, isNightly, onChooseTrucks }: ProposeItemsProps) {
  const { t } = useTranslation()
  const horizonText = useHorizonText()
  return (
    <>
      {HORIZONS.map((days) => (
        <Menu.Item
          key={days}
          leftSection={<IconCalendarWeek size={16} aria-hidden />}
          onClick={() => work.propose({ first_day: first, days })}
        >
          {horizonText(first, days)}
        </Menu.Item>
      ))}
      {onChooseTrucks && (
        <Menu.Item leftSection={<IconTruck size={16} aria-hidden />} onClick={onChooseTrucks}>
          {t('dispatch.proposal.choose_trucks')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={isNightly ? <IconMoonOff size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
        onClick={() => work.change({ nightly: !isNightly })}
      >
        {t(isNightly ? 'dispatch.proposal.not_nightly' : 'dispatch.proposal.nightly')}
      </Menu.Item>
    </>
  )
}
