import { useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Need } from './boardTypes.ts'

/** The reason of a need as text, with its days. A tank that ran dry is described as on every other screen. */
export function useReasonText() {
  const { t } = useTranslation()
  const { day } = useDayText()
  const forecast = useForecast()
  return ({ reason, params: { from, next, on, is_usual, dry_at } }: Pick<Need, 'reason' | 'params'>) => {
    const days = { from: from && day(from), next: next && day(next), on: on && day(on) }
    const empty = dry_at
      ? forecast({ dry_at, days_to_empty: null, days_to_empty_range: null, no_forecast: null })
      : t(`dispatch.${reason === 'dry_already' ? 'empty_since' : 'empty_by'}`, days)
    return t(`dispatch.${is_usual ? 'usual_reason' : 'reason'}.${reason}`, { ...days, empty })
  }
}
