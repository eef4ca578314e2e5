import { useTranslation } from 'react-i18next'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { useDayText } from '../useDayText.ts'

/** For how many days rounds are proposed together. */
export const HORIZONS = [1, 3, 7] as const

/** For which days rounds are proposed, in words. */
export function useHorizonText(): (first: string, days: number) => string {
  const { t } = useTranslation()
  const { day } = useDayText()
  return (first, days) =>
    days === 1
      ? t('dispatch.proposal.one_day', { day: day(first) })
      : t('dispatch.proposal.several_days', {
          count: days,
          from: day(first),
          to: day(addDays(first, days - 1)),
        })
}
