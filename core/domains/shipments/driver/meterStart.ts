import type { StopTicket } from './applyEvent.ts'

type Metered = Pick<StopTicket, 'at' | 'meter_start' | 'meter_end'>

/**
 * The next start of a meter, by today's tickets: a running meter starts where it ended, one that is reset starts at zero. Null
 * before the first ticket.
 */
export function meterStart(tickets: readonly Metered[]): string | null {
  const last = tickets
    .filter(({ meter_end }) => meter_end !== null)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1)
  if (!last) return null
  return Number(last.meter_start) === 0 ? '0' : last.meter_end
}
