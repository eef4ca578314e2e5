import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Numbers of days that can be planned together. */
export const HORIZONS = [1, 3, 7] as const

/** The planned days as text. */
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
