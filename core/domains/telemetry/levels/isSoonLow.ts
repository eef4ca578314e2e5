import type { PortSummary } from '../portSummary.ts'

/** Days to the red line below which a tank needs attention although its level is fine. */
export const SOON_LOW_DAYS = 3

/** Whether a tank with a fine level is among those that need attention, as it will soon be at its red line. */
export function isSoonLow({ level, days_to_red }: Pick<PortSummary, 'level' | 'days_to_red'>): boolean {
  return level === 'fine' && days_to_red !== null && days_to_red < SOON_LOW_DAYS
}
