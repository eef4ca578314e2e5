import { useMemo } from 'react'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { MAX_DAYS } from '#web/domains/telemetry/level/useForecast.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

type Forecast = Pick<
  PortSummary,
  'days_to_red' | 'reorder_red' | 'days_to_empty' | 'days_to_empty_range' | 'dry_at'
>

const DAY = 86_400_000

/** The forecast of a tank as dates: "About 15 % left on Friday, December 4"; empty without a forecast. */
export function useForecastDates(): (tank: Forecast) => string[] {
  const { t } = useTranslation()
  const { language, timeZone, quantity } = useFormat()
  const now = useNow()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(language, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone,
    })
    const short = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone })
    const at = (days: number) => new Date(now + days * DAY)
    return ({ days_to_red, reorder_red, days_to_empty, days_to_empty_range, dry_at }) => {
      if (dry_at || days_to_empty === null) return []
      const [low, high] = days_to_empty_range ?? [days_to_empty, days_to_empty]
      if (low >= MAX_DAYS) return []
      const isAhead =
        days_to_red !== null && days_to_red > 0 && days_to_red < MAX_DAYS && reorder_red !== null
      // A tank is low before it can be empty.
      const daysToLow = Math.min(days_to_red ?? low, low)
      const lines = isAhead
        ? [t('home.down_to', { percent: quantity(reorder_red, '%', 0), day: day.format(at(daysToLow)) })]
        : []
      const until =
        high > MAX_DAYS
          ? t('home.empty_from', { day: short.format(at(low)) })
          : short.format(at(low)) === short.format(at(high))
            ? t('home.empty_on', { day: day.format(at(high)) })
            : t('home.empty_between', { from: short.format(at(low)), to: short.format(at(high)) })
      return [...lines, until]
    }
  }, [t, language, timeZone, quantity, now])
}
