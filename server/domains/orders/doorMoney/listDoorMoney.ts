import { type RawBuilder, sql } from 'kysely'
import type { listDoorMoney as definition } from '#core/domains/orders/doorMoneyCalls.ts'
import { mayDecideOrders, ORDER_DECIDERS } from '#core/domains/orders/ordering.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { isCustomer } from '#core/platform/loginTypes.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'

type DoorMoney = ResponseOf<typeof definition>['door_money']

/** Maximum number of payments in a response. */
const MAX_ROWS = 500

/** The part of a payment `p` that is on no invoice and was not refunded: counted money is a payment of the customer. */
export const LEFT = sql<string>`(case p.status when 'settled' then coalesce((
  select sum(o.amount - (select coalesce(sum(a.amount), 0) from allocations a
    where a.payment_id = o.payment_id and a.reversed_at is null))
  from payments o where o.doorstep_payment_id = p.doorstep_payment_id and o.reversed_at is null), 0) else p.amount end)`

/**
 * Whether an actor may see a payment `p`: users who decide about documents see their companies' rounds, drivers the payments that they
 * took, customers the payments that they made. An account limited to some devices sees none: money does not belong to devices.
 */
export function doorMoneySeenBy(actor: Actor): RawBuilder<boolean> {
  const { companies, loginType, limits, user_id } = actor
  if (limits.devices) return sql<boolean>`false`
  if (loginType === 'driver') return sql<boolean>`p.user_id = ${user_id}`
  const pays = isCustomer(loginType) || ORDER_DECIDERS.includes(loginType)
  const column = mayDecideOrders(actor) ? 'p.carrier_id' : pays ? 'p.company_id' : null
  if (!column) return sql<boolean>`false`
  return companies === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${companies})`
}

/** Doorstep payments that count: first those that need action, then the latest. */
export async function listDoorMoney({ db, actor }: Context): Promise<DoorMoney> {
  const { rows } = await sql<DoorMoney[number]>`
    select p.doorstep_payment_id, p.carrier_id, p.company_id, c.company as company_title, p.user_id,
      ${nameForReader(actor, 'u', fullNameSql('u'))} as driver, p.shipment_id, s.shipment_number, p.method, p.amount, ${LEFT} as "left", p.currency_id,
      p.check_number, p.note, p.status, p.at, (p.at at time zone business_time_zone())::date as day, t.settled_at,
      array(select d.document_number::text from payments o join allocations a using (payment_id)
          join transaction_documents d on d.document_id = a.document_id
        where o.doorstep_payment_id = p.doorstep_payment_id and a.reversed_at is null order by a.allocation_id) as documents
    from doorstep_payments p join companies c on c.company_id = p.company_id join users u on u.user_id = p.user_id
      join shipment_planners s on s.shipment_id = p.shipment_id
      left join doorstep_settlements t using (settlement_id)
    where p.status in ('held', 'settled') and p.amount > 0 and ${doorMoneySeenBy(actor)}
    order by p.status = 'held' desc, ${LEFT} > 0 desc, p.at desc, p.doorstep_payment_id desc limit ${MAX_ROWS}`.execute(
    db,
  )
  return rows
}
