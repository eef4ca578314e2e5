import { countingPayments } from '#core/domains/shipments/driver/applyEvent.ts'
import type { HeldMoney } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverDayOnPhone } from './useDriverDay.ts'

/**
 * What a driver holds: what the office's books say, and what this phone has told since. At stops that are known here the phone
 * knows better: a correction may not be sent yet.
 */
export function moneyHeld({
  day,
  stops,
  kept,
}: Pick<DriverDayOnPhone, 'day' | 'stops' | 'kept'>): HeldMoney[] {
  // A day that a former version of the client has kept knows of no money.
  const books = day?.door_money ?? []
  const settled = new Set(books.flatMap(({ event_id, is_settled }) => (is_settled ? event_id : [])))
  // A round may have been another driver's before: what they took is not here.
  const mine = new Set([...books.map(({ event_id }) => event_id), ...kept.map(({ event }) => event.event_id)])
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
