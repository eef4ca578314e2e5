import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

type Forecast = Pick<PortSummary, 'days_to_empty' | 'days_to_empty_range' | 'no_forecast' | 'dry_at'>

/** Forecasts beyond this many days are not shown as a number. */
export const MAX_DAYS = 365

/** The forecast of a tank as text, with its range, or why there is none. */
export function useForecast(): (tank: Forecast) => string {
  const { t } = useTranslation()
  const { dayAge } = useFormat()
  const now = useNow()
  return ({ days_to_empty, days_to_empty_range, no_forecast, dry_at }) => {
    if (dry_at) return t('telemetry.empty_in.dry', { age: dayAge(dry_at, now) })
    if (days_to_empty === null) return t(`telemetry.no_forecast.${no_forecast ?? 'none'}`)
    const [low, high] = days_to_empty_range ?? [days_to_empty, days_to_empty]
    const from = Math.max(0, Math.floor(low))
    const to = Math.ceil(high)
    if (from >= MAX_DAYS) return t('telemetry.empty_in.far')
    if (to <= 1) return t('telemetry.empty_in.day')
    if (to > MAX_DAYS) return t('telemetry.empty_in.from', { from })
    if (from === to) return t('telemetry.empty_in.about', { to })
    return t('telemetry.empty_in.range', { from, to })
  }
}
