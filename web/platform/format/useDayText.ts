import { useMemo } from 'react'
import { dateFormat } from './format.ts'
import { useFormat } from './useFormat.ts'

/** Days (YYYY-MM-DD) as text: "Thu, Nov 26", and short as "Thu 26". */
export function useDayText() {
  const { language, apart } = useFormat()
  return useMemo(() => {
    const of = (options: Intl.DateTimeFormatOptions) => {
      const format = dateFormat(language, { ...options, timeZone: 'UTC' })
      return (day: string) => apart(format.format(new Date(`${day}T00:00:00Z`)))
    }
    return {
      day: of({ weekday: 'short', month: 'short', day: 'numeric' }),
      weekday: of({ weekday: 'short' }),
      dayOfMonth: of({ day: 'numeric' }),
    }
  }, [language, apart])
}
