import { sql } from 'kysely'
import type { listUnbilled } from '#core/domains/orders/billingCalls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notPermitted } from '#server/platform/refusal.ts'
import { dateText } from '#server/resources/names/textFormats.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { moveDocument } from '../changeDocumentStatus.ts'
import { documentDefaults } from '../documentDefaults.ts'
import { BILLS_NOTHING, IS_CREDITED } from '../lines/lineQuantities.ts'
import { createDocument } from '../saveDocument.ts'

type Unbilled = Omit<
  ResponseOf<typeof listUnbilled>['unbilled'][number],
  'ticket_liters' | 'rise_liters' | 'room_liters'
>

/** Whether the current period of a subscription `s` has begun, and is neither paid nor, even in part, on an invoice that is not credited. */
const IS_UNBILLED = sql<boolean>`(s.paid = 0 and s.amount > 0 and s.period_start <= business_today()
  and not exists (select from subscription_invoices b join transaction_documents d on d.document_id = b.invoice_id
    where b.subscription_id = s.id and d.archived = 0 and daterange(b.period_start, b.period_end, '[]')
        && daterange(s.period_start, coalesce(s.period_end, s.period_start), '[]')
      and d.status_id <> all(${BILLS_NOTHING}) and not ${IS_CREDITED}))`

/** The device on a subscription's invoice: its own unless that moved to another company, else the first device of its company. */
export const DEVICE_OF_SUBSCRIPTION = sql<number>`coalesce(
  (select v.device_id from devices v where v.device_id = s.device_id and v.company_id = s.company_id),
  (select min(v.device_id) from devices v where v.company_id = s.company_id))`

/** Billable periods of subscriptions, for users who read subscriptions. */
export async function listUnbilledSubscriptions({ db, actor }: Context): Promise<Unbilled[]> {
  if (!mayRead(actor, subscriptions)) return []
  const { rows } = await sql<{
    subscription_id: number
    device_id: number
    company_id: number
    company_title: string
    currency_id: number
    place: string | null
    total: string
    period_start: string
    period_end: string
    delivered_at: string
  }>`
    select s.id as subscription_id, ${DEVICE_OF_SUBSCRIPTION} as device_id, s.company_id, c.company as company_title, c.currency_id,
      s.plan_name as place, s.amount as total, s.period_start, coalesce(s.period_end, s.period_start) as period_end,
      s.period_start::timestamp at time zone business_time_zone() as delivered_at
    from subscriptions s join companies c using (company_id)
    where ${IS_UNBILLED} and ${DEVICE_OF_SUBSCRIPTION} is not null and ${visible(actor, subscriptions, 's')}`.execute(
    db,
  )
  return rows.map(({ place, ...row }) => ({
    ...{ document_id: null, document_number: null, shipment_id: null, shipment_number: null, lines: [] },
    adjustments: ['fees'],
    ...{ odd: [], delivery_check_id: null, credit_hold_reason: null, billed_from: null, is_due: true },
    ...row,
    place: place ?? '',
  }))
}

/**
 * Creates the open invoice of a subscription's current period: its amount as a charge, without a product.
 * @throws Refusal 404 for one out of reach, 409 if the period is paid or billed, 422 without a device
 */
export async function billSubscription(context: Context, id: number): Promise<number> {
  const { db, actor } = context
  if (!actor.permissions.has('transaction_documents.create') || !mayRead(actor, subscriptions))
    throw notPermitted()
  const { plan_name, company_id, amount, period_start, period_end } = await lockRecord(
    context,
    subscriptions,
    id,
  )
  const device_id = await deviceToBill(context, id)
  if (device_id === null || company_id === null) throw invalid([{ field: 'device_id', rule: 'required' }])
  const { document_date, due_date, currency_id, payment_term_id, exchange_rate, billing_addresses } =
    await documentDefaults(context, { device_id, company_id })
  const period = [period_start, period_end ?? period_start].map((day) => dateText(actor, day)).join(' – ')
  const { document_id } = await createDocument(context, {
    ...{
      document_type: 'invoice',
      device_id,
      company_id,
      document_date,
      due_date,
      currency_id,
      payment_term_id,
    },
    exchange_rate: exchange_rate ?? '1',
    billing_address_id: billing_addresses[0]?.entity_addresses_id ?? null,
    handling_charge: amount,
    comments: [plan_name, period].filter(Boolean).join(', '),
    details: [],
  })
  await db
    .insertInto('subscription_invoices')
    .values({
      ...{ invoice_id: document_id, subscription_id: id, period_start },
      period_end: period_end ?? period_start,
    })
    .execute()
  await moveDocument(context, document_id, DOCUMENT_STATUS.open)
  return document_id
}

/** @throws Refusal 409 if the current period is paid or billed */
async function deviceToBill({ db }: Context, id: number): Promise<number | null> {
  const { rows } = await sql<{ is_unbilled: boolean; device_id: number | null }>`
    select ${IS_UNBILLED} as is_unbilled, ${DEVICE_OF_SUBSCRIPTION} as device_id from subscriptions s where s.id = ${id}`.execute(
    db,
  )
  const { is_unbilled, device_id } = firstOf(rows)
  if (!is_unbilled) throw conflict('messages.subscription_billed')
  return device_id
}
