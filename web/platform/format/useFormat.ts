import { useDirection } from '@mantine/core'
import { useMemo } from 'react'
import type { FieldUnit } from '#core/platform/numbers/fieldUnit.ts'
import { localeOf, textLanguage } from '#core/platform/texts/locales.ts'
import { percentSign } from '#core/platform/texts/percentSign.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useSession } from '../session/session.tsx'
import {
  decimalsOf,
  formatDate,
  formatDayOf,
  formatInstant,
  formatInstantAt,
  formatNumber,
  formatRelativeTime,
  type UnitSystem,
  withUnit,
} from './format.ts'
import { isolateDirection } from './isolateDirection.ts'

export const STANDARD_TIME_ZONE = 'America/New_York'

/** Figures and times in the user's language, time zone and unit system. */
export function useFormat() {
  const { t, i18n } = useTranslation()
  const { user } = useSession()
  const timeZone = user?.user_time_zone ?? STANDARD_TIME_ZONE
  const language = localeOf(i18n.language, timeZone)
  const isMirrored = useDirection().dir === 'rtl'
  const units: UnitSystem = user?.unit_of_measure === 2 ? 'metric' : 'imperial'
  return useMemo(() => {
    const reader = { language, timeZone }
    const unitName = (unit: FieldUnit | '°C' | undefined) => (unit ? t(`units.${unit}`) : undefined)
    const nameOf = (unit: FieldUnit | '°C' | undefined) =>
      unit === '%' ? percentSign(language) : unitName(unit)
    const apart = (text: string) => (isMirrored ? isolateDirection(text) : text)
    const measured = (figure: string, unit: string | undefined) => withUnit(figure, unit, isMirrored)
    return {
      ...reader,
      units,
      unitName,
      /** Isolates figures, dates and signs that run left to right in right-to-left text. */
      apart,
      /** A formatted figure with its unit. */
      measured,
      number: (value: number, decimals?: number) => formatNumber(value, reader, decimals),
      quantity: (value: number, unit: FieldUnit | '°C' | undefined, decimals?: number) =>
        measured(formatNumber(value, reader, decimals ?? decimalsOf(unit)), nameOf(unit)),
      instant: (instant: string | number | Date) => apart(formatInstant(instant, reader)),
      /** An instant in a place's time zone, with the zone's name if it is not the reader's. */
      instantAt: (instant: string, zone: string) => apart(formatInstantAt(instant, reader, zone)),
      /** Day in the reader's time zone, or another one. */
      dayOf: (instant: string | number | Date, zone = timeZone) =>
        apart(formatDayOf(instant, { language, timeZone: zone })),
      date: (date: string) => apart(formatDate(date, reader)),
      /** As text, so in the language of the surrounding texts. */
      age: (instant: string | number | Date, now: number) =>
        apart(formatRelativeTime(instant, now, { language: textLanguage(language), timeZone })),
      /** The same, no finer than a day: "today". */
      dayAge: (instant: string | number | Date, now: number) =>
        apart(formatRelativeTime(instant, now, { language: textLanguage(language), timeZone }, true)),
    }
  }, [language, timeZone, units, isMirrored, t])
}
