import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/platform/useFormat.ts'

/** How many records a list has, as its answer told. */
export interface Total {
  total: number
  /** There are more than were counted. */
  isMore?: boolean | undefined
  /** There are about so many. */
  isEstimate?: boolean | undefined
}

/** A total as it is read: an estimate is a round number and says that it is one. */
export function useTotal(): (total: Total) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ total, isMore, isEstimate }) => {
    if (isEstimate) return t('resources.about', { total: number(round(total)) })
    return `${number(total)}${isMore ? '+' : ''}`
  }
}

/** To two digits that count: more would say more than is known. */
function round(total: number): number {
  return Number(total.toPrecision(2))
}
