import type { StopTicket } from './applyEvent.ts'

type Metered = Pick<StopTicket, 'at' | 'meter_start' | 'meter_end'>

/**
 * Where a meter will begin, by the tickets that were written by it today: one that goes on counting begins where it ended, and
 * one that is set back begins at nothing. Nothing is told before the first of them.
 */
export function meterStart(tickets: readonly Metered[]): string | null {
  const last = tickets
    .filter(({ meter_end }) => meter_end !== null)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1)
  if (!last) return null
  return Number(last.meter_start) === 0 ? '0' : last.meter_end
}
