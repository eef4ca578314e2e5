import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** The number of records in a list's response. */
export interface Total {
  total: number
  /** There are more than were counted. */
  isMore?: boolean | undefined
  /** The number is approximate. */
  isEstimate?: boolean | undefined
}

/** A total as text: an estimate is a rounded number marked as such. */
export function useTotal(): (total: Total) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ total, isMore, isEstimate }) => {
    if (isEstimate) return t('resources.about', { total: number(round(total)) })
    return `${number(total)}${isMore ? '+' : ''}`
  }
}

/** Rounds to two significant digits: more would suggest false precision. */
function round(total: number): number {
  return Number(total.toPrecision(2))
}
