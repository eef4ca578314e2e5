import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Need } from './boardTypes.ts'

/** The reason of a need as text, with its days. */
export function useReasonText() {
  const { t } = useTranslation()
  const { day } = useDayText()
  return ({ reason, params: { from, next, on } }: Pick<Need, 'reason' | 'params'>) =>
    t(`dispatch.reason.${reason}`, { from: from && day(from), next: next && day(next), on: on && day(on) })
}
