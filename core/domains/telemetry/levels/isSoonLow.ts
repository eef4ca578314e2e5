import type { PortSummary } from '../portSummary.ts'

/** Days to the red line below which a tank needs attention although its level is fine. */
export const SOON_LOW_DAYS = 3

/** Whether a tank with a fine level needs attention because it will soon reach its red line. */
export function isSoonLow({ level, days_to_red }: Pick<PortSummary, 'level' | 'days_to_red'>): boolean {
  return level === 'fine' && days_to_red !== null && days_to_red < SOON_LOW_DAYS
}
