import { sql } from 'kysely'
import type { StopState } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverStop, HeldMoney } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverEvent } from '#core/domains/shipments/driver/driverEvents.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { decimalPlacesOf } from '#core/platform/numbers/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Place } from './saveStopState.ts'

/** The reason why an event about money does not count, apart from the reasons of its stop; null if it counts. */
export async function moneyIssue(
  { db }: Context,
  { stop_id, company_id }: Place,
  event: DriverEvent,
): Promise<'payment_settled' | 'no_currency' | 'amount_too_fine' | null> {
  const changed =
    event.kind === 'undo'
      ? event.body.undone
      : event.kind === 'payment_corrected'
        ? event.body.corrects
        : null
  if (changed) {
    // If the office is settling right now, wait for the result.
    const { rows } = await sql<{ status: string }>`select status from doorstep_payments
      where event_id = ${changed} for update`.execute(db)
    if (rows[0]?.status === 'settled') return 'payment_settled'
  }
  if (event.kind !== 'paid' && event.kind !== 'payment_corrected') return null
  const { rows } = await sql<{ precision: number | null }>`select precision from currencies
    join companies using (currency_id) join shipment_stops s on s.stop_id = ${stop_id}
    where companies.company_id = coalesce(s.company_id, ${company_id})`.execute(db)
  if (!rows[0]) return 'no_currency'
  const fraction = event.body.amount.split('.')[1] ?? ''
  return /[1-9]/.test(fraction.slice(decimalPlacesOf(rows[0].precision))) ? 'amount_too_fine' : null
}

/** Stores payments taken at a stop, held by the user who took them. Payments that the office has counted stay unchanged. */
export async function saveDoorstepPayments(
  { db }: Context,
  { company_id, shipment_id, stop_id, user_id }: Place,
  { payments }: StopState,
): Promise<void> {
  for (const { event_id, method, amount, check_number, note, at, corrects, isCorrected } of payments) {
    const status = isCorrected ? 'corrected' : 'held'
    await sql`insert into doorstep_payments (event_id, carrier_id, company_id, shipment_id, stop_id, user_id, method, amount,
        currency_id, check_number, note, status, correction_of, at)
      select ${event_id}, ${company_id}, c.company_id, ${shipment_id}, ${stop_id}, ${user_id}, ${method}, ${amount},
        c.currency_id, ${check_number}, ${note}, ${status},
        (select doorstep_payment_id from doorstep_payments where event_id = ${corrects}), ${at}
      from shipment_stops s join companies c on c.company_id = coalesce(s.company_id, ${company_id})
      where s.stop_id = ${stop_id}
      on conflict (event_id) do update set status = excluded.status
        where doorstep_payments.status <> 'settled'`.execute(db)
  }
  await sql`update doorstep_payments set status = 'void' where stop_id = ${stop_id} and status in ('held', 'corrected')
    and event_id <> all(${payments.map(({ event_id }) => event_id)}::uuid[])`.execute(db)
}

const MARKS = sql`json_build_object('currency_id', y.currency_id, 'code', y.code, 'prefix', y.prefix, 'suffix', y.suffix,
  'precision', y.precision, 'decimal', y.decimal, 'thousands', y.thousands, 'mask', y.mask)`

/** Currency of payment at each stop of a round: the customer's company's. */
export async function readStopCurrencies(
  { db }: Context,
  shipment_id: number,
): Promise<Map<number, DriverStop['currency']>> {
  const { rows } = await sql<{ stop_id: number; currency: DriverStop['currency'] }>`
    select s.stop_id, ${MARKS} as currency
    from shipment_stops s join shipment_planners r using (shipment_id)
      join companies c on c.company_id = coalesce(s.company_id, r.company_id) join currencies y using (currency_id)
    where s.shipment_id = ${shipment_id}`.execute(db)
  return new Map(rows.map(({ stop_id, currency }) => [stop_id, currency]))
}

/** Currency of payment at a stop that exists. */
export async function readStopCurrency({ db }: Context, stop_id: number): Promise<DriverStop['currency']> {
  const { rows } = await sql<{ currency: DriverStop['currency'] }>`
    select ${MARKS} as currency
    from shipment_stops s join shipment_planners r using (shipment_id)
      join companies c on c.company_id = coalesce(s.company_id, r.company_id) join currencies y using (currency_id)
    where s.stop_id = ${stop_id}`.execute(db)
  return firstOf(rows).currency
}

/** Payments that the actor holds, and payments of some rounds that they have handed in. */
export async function readDoorstepPayments(
  { db, actor }: Context,
  shipment_ids: readonly number[],
): Promise<HeldMoney[]> {
  const { rows } = await sql<HeldMoney>`
    select p.event_id, p.stop_id, c.company as company_title, p.method, p.amount, p.check_number, p.at,
      p.status = 'settled' as is_settled,
      ${MARKS} as currency
    from doorstep_payments p join companies c using (company_id) join currencies y on y.currency_id = p.currency_id
    where p.user_id = ${actor.user_id} and p.amount > 0
      and (p.status = 'held' or (p.status = 'settled' and p.shipment_id = any(${shipment_ids})))
    order by p.at, p.doorstep_payment_id`.execute(db)
  return rows
}
