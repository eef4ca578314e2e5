import { useMemo } from 'react'
import { textLanguage } from '#core/platform/texts/locales.ts'
import { useFormat } from './useFormat.ts'

const METRES = { imperial: 1609.344, metric: 1000 } as const

/**
 * Distances, durations and times of day in the reader's format: "12 mi", "3 hr 20 min", "9:40 AM". Units are text, so in the
 * language of the surrounding texts.
 */
export function useTravelText() {
  const { language, timeZone, units, apart } = useFormat()
  return useMemo(() => {
    const ofTexts = textLanguage(language)
    const worded = language.startsWith(ofTexts) ? language : ofTexts
    const measured = (value: number, unit: string, decimals = 0) =>
      new Intl.NumberFormat(worded, { style: 'unit', unit, maximumFractionDigits: decimals }).format(value)
    const time = { hour: 'numeric', minute: '2-digit' } as const
    const own = new Intl.DateTimeFormat(language, { ...time, timeZone })
    const clockIn = (zone: string) =>
      zone === timeZone
        ? own
        : new Intl.DateTimeFormat(language, { ...time, timeZone: zone, timeZoneName: 'short' })
    return {
      way: (metres: number) => {
        const far = metres / METRES[units]
        return apart(measured(far, units === 'metric' ? 'kilometer' : 'mile', Math.abs(far) < 10 ? 1 : 0))
      },
      length: (seconds: number) => {
        const minutes = Math.round(seconds / 60)
        const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
        return apart(
          [hours > 0 && measured(hours, 'hour'), (rest > 0 || hours === 0) && measured(rest, 'minute')]
            .filter(Boolean)
            .join(' '),
        )
      },
      /** Clock time in the reader's zone, or in another one, which is then named. */
      clock: (instant: string, zone = timeZone) => apart(clockIn(zone).format(new Date(instant))),
    }
  }, [language, timeZone, units, apart])
}
