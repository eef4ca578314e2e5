import { countingPayments } from '#core/domains/shipments/driver/applyEvent.ts'
import type { HeldMoney } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverDayOnPhone } from '../useDriverDay.ts'

/**
 * The money that a driver holds: by the office's books, plus this phone's events. For stops known here the phone wins, as a correction may
 * be unsent.
 */
export function moneyHeld({
  day,
  stops,
  events,
}: Pick<DriverDayOnPhone, 'day' | 'stops' | 'events'>): HeldMoney[] {
  // A day stored by an older client has no payments.
  const books = day?.door_money ?? []
  const settled = new Set(books.flatMap(({ event_id, is_settled }) => (is_settled ? event_id : [])))
  // The round may have had another driver before, who holds that money.
  const mine = new Set([
    ...books.map(({ event_id }) => event_id),
    ...events.map(({ event }) => event.event_id),
  ])
  const here = stops.flatMap(({ stop_id, company_title, currency, state }) =>
    countingPayments(state)
      .filter(({ event_id, amount }) => mine.has(event_id) && !settled.has(event_id) && Number(amount) > 0)
      .map(({ event_id, method, amount, check_number, at }) => ({
        ...{
          event_id,
          stop_id,
          company_title: company_title ?? '',
          method,
          amount,
          currency,
          check_number,
          at,
        },
        is_settled: false,
      })),
  )
  const known = new Set(stops.map(({ stop_id }) => stop_id))
  return [...books.filter(({ stop_id, is_settled }) => !is_settled && !known.has(stop_id)), ...here]
}
