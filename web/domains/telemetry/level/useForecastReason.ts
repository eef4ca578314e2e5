import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { textLanguage } from '#core/platform/texts/locales.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

type Reason = Pick<PortSummary, 'forecast_because' | 'volume_unit'>
type Because = NonNullable<PortSummary['forecast_because']>

/** Factors that are described by a word. */
const DOUBLED = [1.8, 2.2] as const
const HALVED = [0.45, 0.55] as const
/** Weeks that differ by less than this share count as equally cold. */
const EQUAL_COLD_SHARE = 0.1
const WEEK = 7

/** The reason of a tank's forecast, in short sentences; empty without a forecast. */
export function useForecastReason(): (tank: Reason) => string {
  const { t } = useTranslation()
  const { number, quantity, date, language } = useFormat()

  const modelOf = (because: Because, unit: Reason['volume_unit']) => {
    const { kind, k_factor, growth = 0, most_on, least_on, days_on = 0, days_off = 0, lenders } = because
    if (kind === 'degree_days')
      return k_factor === undefined
        ? t('telemetry.because.no_cold')
        : t(`telemetry.because.degree_days_${unit}`, { k: number(k_factor, decimalsOf(k_factor)) })
    if (kind === 'weekdays')
      return t('telemetry.because.weekdays', {
        most: weekdayName(most_on ?? 0, language),
        least: weekdayName(least_on ?? 0, language),
      })
    if (kind === 'trend') {
      const percent = quantity(Math.abs(Math.expm1(growth * WEEK)) * 100, '%', 0)
      return t(growth < 0 ? 'telemetry.because.falls' : 'telemetry.because.grows', { percent })
    }
    // A campaign of one day is on and off.
    if (kind === 'on_off' || (kind === 'campaigns' && days_on < 1.5))
      return t('telemetry.because.on_off', { days: number(days_on + days_off, 0) })
    if (kind === 'campaigns')
      return t('telemetry.because.campaigns', { on: number(days_on, 0), off: number(days_off, 0) })
    if (kind === 'borrowed') return t('telemetry.because.borrowed', { count: lenders ?? 0 })
    return t(`telemetry.because.${kind}`)
  }

  const coldOf = ({ cold_before, cold_ahead }: Because) => {
    if (cold_before === undefined || cold_ahead === undefined) return null
    const threshold = EQUAL_COLD_SHARE * Math.max(cold_before, cold_ahead)
    if (Math.abs(cold_ahead - cold_before) <= threshold) return t('telemetry.because.as_cold')
    return t(cold_ahead > cold_before ? 'telemetry.because.colder' : 'telemetry.because.warmer')
  }

  const changeOf = ({ changed_on, factor }: Because) => {
    if (changed_on === undefined || factor === undefined) return null
    const on = { date: date(changed_on) }
    if (factor === null) return t('telemetry.because.began', on)
    if (factor === 0) return t('telemetry.because.stopped', on)
    if (isWithin(factor, DOUBLED)) return t('telemetry.because.doubled', on)
    if (isWithin(factor, HALVED)) return t('telemetry.because.halved', on)
    return t('telemetry.because.changed', { ...on, percent: quantity(factor * 100, '%', 0) })
  }

  return ({ forecast_because, volume_unit }) =>
    forecast_because === null
      ? ''
      : [
          modelOf(forecast_because, volume_unit),
          coldOf(forecast_because),
          forecast_because.cold_measured && t('telemetry.because.cold_measured'),
          changeOf(forecast_because),
        ]
          .filter(Boolean)
          .join(' ')
}

const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high

/** Three digits at most. */
const decimalsOf = (value: number) => (value < 1 ? 2 : value < 100 ? 1 : 0)

/** As text, so in the language of the surrounding texts. 4 January 1970 was a Sunday. */
function weekdayName(weekday: number, language: string): string {
  const format = new Intl.DateTimeFormat(textLanguage(language), { weekday: 'long', timeZone: 'UTC' })
  return format.format(Date.UTC(1970, 0, 4 + weekday))
}
