import { formatClock } from './format.ts'

/**
 * A time of day of whatever place, as its reader writes it: `5:00 AM`, `5:00`. Where a day has 24 hours its end is 24:00.
 * @param time `05:00`, to `24:00`
 */
export function formatTimeOfDay(time: string, language: string): string {
  if (time === '24:00' && !new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12)
    return time
  return formatClock(new Date(`2000-01-01T${time}:00Z`), { language, timeZone: 'UTC' }, true)
}
