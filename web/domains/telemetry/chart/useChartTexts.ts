import { useMemo } from 'react'
import type { FieldUnit } from '#core/platform/numbers/fieldUnit.ts'
import { formatInstant, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ChartTexts } from './ChartTexts.ts'

const HOUR = 3_600_000

/** The texts and formats of charts, as elsewhere in the product. */
export function useChartTexts(): ChartTexts {
  const { t } = useTranslation()
  const { number, unitName, measured, instant, language, timeZone } = useFormat()
  return useMemo(() => {
    const nameOf = (unit: string) => (unit === '' || unit === 'dBm' ? unit : unitName(unit as FieldUnit))
    return {
      quantity: (value, unit) => measured(number(value, 1), nameOf(unit)),
      instant,
      wall: wallClock(timeZone),
      wallInstant: (wall) => formatInstant(wall, { language, timeZone: 'UTC' }),
      axisTime: axisTimes(language),
      about: (figure) => t('telemetry.estimate.about', { figure }),
      word: (key) => t(`telemetry.chart.${key}`),
      alert: (level) => t(`telemetry.level.${level}`),
    }
  }, [t, number, unitName, measured, instant, language, timeZone])
}

/** Time zones change their offset at full hours only, so one lookup per hour suffices. */
function wallClock(timeZone: string): (time: number) => number {
  const offsets = new Map<number, number>()
  return (time) => {
    const hour = Math.floor(time / HOUR)
    let offset = offsets.get(hour)
    if (offset === undefined) {
      const shown = toZoned(new Date(hour * HOUR).toISOString(), timeZone)
      offset = Date.parse(`${shown.replace(' ', 'T')}:00Z`) - hour * HOUR
      offsets.set(hour, offset)
    }
    return time + offset
  }
}

/** Dates at midnight, times between; months on long spans. */
function axisTimes(language: string): ChartTexts['axisTime'] {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const day = formatter({ month: 'short', day: 'numeric' })
  const month = formatter({ month: 'short', year: 'numeric' })
  const hour = formatter({ hour: 'numeric', minute: '2-digit' })
  return (wall, isLong) => {
    if (isLong && new Date(wall).getUTCDate() === 1) return month.format(wall)
    return isLong || wall % (24 * HOUR) === 0 ? day.format(wall) : hour.format(wall)
  }
}
