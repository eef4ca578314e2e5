import { Button, Menu } from '@mantine/core'
import { IconCalendarWeek, IconMoon, IconMoonOff, IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { useDayText } from '../useDayText.ts'
import type { ProposalWork } from './useProposal.ts'

/** For how many days rounds are proposed together. */
const HORIZONS = [1, 3, 7] as const

interface ProposeMenuProps {
  /** The first of the days. */
  day: string | undefined
  today: string | undefined
  work: ProposalWork
}

/** Asks for rounds: for the day of the board, or for it and those that follow; and whether they are proposed every night. */
export function ProposeMenu({ day: first, today, work }: ProposeMenuProps) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const { state, isBusy } = work
  if (!first || !today || !state) return null
  const labelOf = (days: number) =>
    days === 1
      ? t('dispatch.proposal.one_day', { day: day(first) })
      : t('dispatch.proposal.several_days', {
          count: days,
          from: day(first),
          to: day(addDays(first, days - 1)),
        })
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          size="sm"
          leftSection={<IconRoute size={18} stroke={1.75} aria-hidden />}
          disabled={isBusy || state.run !== null || first < today}
        >
          {t('dispatch.proposal.propose')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {HORIZONS.map((days) => (
          <Menu.Item
            key={days}
            leftSection={<IconCalendarWeek size={16} aria-hidden />}
            onClick={() => work.propose({ first_day: first, days })}
          >
            {labelOf(days)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={
            state.is_nightly ? <IconMoonOff size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />
          }
          onClick={() => work.change({ nightly: !state.is_nightly })}
        >
          {t(state.is_nightly ? 'dispatch.proposal.not_nightly' : 'dispatch.proposal.nightly')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
