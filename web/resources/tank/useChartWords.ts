import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldUnit } from '#core/resources/definition.ts'
import { withUnit } from '#web/platform/format.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import type { ChartWords } from './historyOption.ts'

/** How charts say figures and times: as the user reads them everywhere else. */
export function useChartWords(): ChartWords {
  const { t } = useTranslation()
  const { number, unitName, instant, language, timeZone } = useFormat()
  return useMemo(() => {
    const short = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone })
    const hour = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone })
    const long = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone })
    const isMidnight = (at: number) =>
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(at) === '00'
    return {
      quantity: (value, unit) => withUnit(number(value, 1), nameOf(unit)),
      instant,
      axisTime: (at, isLong) =>
        isLong
          ? new Date(at).getUTCDate() <= 2
            ? long.format(at)
            : short.format(at)
          : isMidnight(at)
            ? short.format(at)
            : hour.format(at),
      word: (key) => t(`telemetry.chart.${key}`),
      alert: (level) => t(`telemetry.level.${level}`),
    }
    function nameOf(unit: string) {
      return unit === '' || unit === 'dBm' ? unit : unitName(unit as FieldUnit)
    }
  }, [t, number, unitName, instant, language, timeZone])
}
