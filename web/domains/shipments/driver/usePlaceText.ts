import { greatCircle, type Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { hoursOn } from '#core/platform/time/weekWindows.ts'
import { formatTimeOfDay } from '#web/platform/format/formatTimeOfDay.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { DayStop } from './useDriverDay.ts'

/** m in a mile. */
const MILE = 1609.344

/** Texts about a place: its delivery hours on the day of the round, and its distance. */
export function usePlaceText() {
  const { t } = useTranslation()
  const { units, language, date, apart } = useFormat()
  return {
    /** A round that runs late uses today's hours. Empty for a place that accepts deliveries at any time. */
    hours: ({ site, round }: DayStop) => {
      if (!site?.delivery_windows) return ''
      const planned = round.deliver_date ?? round.load_date
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: site.time_zone }).format(new Date())
      const day = planned < today ? today : planned
      const hours = hoursOn(site.delivery_windows, day, (time) => formatTimeOfDay(time, language))
      return hours === ''
        ? t('shipments.driver.takes_nothing', { day: date(day) })
        : t('shipments.driver.hours', { hours: apart(hours) })
    },
    /** Distance in a straight line. */
    distance: ({ latitude, longitude }: DayStop, position: Place | undefined) => {
      if (!position || latitude === null || longitude === null) return ''
      const metres = greatCircle(position, { latitude, longitude })
      const [unit, way] = units === 'metric' ? ['kilometer', metres / 1000] : ['mile', metres / MILE]
      const text = new Intl.NumberFormat(language, {
        style: 'unit',
        unit: unit,
        maximumFractionDigits: Number(way) < 10 ? 1 : 0,
      }).format(Number(way))
      return t('shipments.driver.away', { distance: apart(text) })
    },
  }
}
