import { formatClock } from './format.ts'

/**
 * A time of day at any place in the reader's format: `5:00 AM`, `5:00`. In 24-hour formats a day ends at 24:00.
 * @param time `05:00`, to `24:00`
 */
export function formatTimeOfDay(time: string, language: string): string {
  if (time === '24:00' && !new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12)
    return time
  return formatClock(new Date(`2000-01-01T${time}:00Z`), { language, timeZone: 'UTC' }, true)
}
