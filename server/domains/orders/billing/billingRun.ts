import { sql } from 'kysely'
import { billing_runs } from '#core/domains/orders/billing_runs.ts'
import type { startBilling as startDefinition } from '#core/domains/orders/billingCalls.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { actingAs } from '#server/domains/access/users/actingAs.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { notFound, notPermitted, Refusal } from '#server/platform/refusal.ts'
import { reasonOf } from '#server/resources/changes/reasonOf.ts'
import { audit } from '#server/resources/history/audit.ts'
import { oneOfMany } from '#server/resources/lists/oneOfMany.ts'
import { makeInvoices } from '../invoices/makeInvoices.ts'
import { orderDelivered } from '../invoices/orderDelivered.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { billSubscription, DEVICE_OF_SUBSCRIPTION } from './billSubscription.ts'
import { type BillingRun, readBillingRun } from './readBillingRun.ts'

type Started = ReceivedBy<typeof startDefinition>['body']

/** Deliveries that are billed in one transaction: about a second of work. */
const BATCH = 200
/** Orders for deliveries without one that are created in one transaction: the same. */
const MADE_AT_ONCE = 20

/**
 * Queues deliveries to be billed; the worker bills them as the caller. Nothing is checked here: a delivery that cannot be billed, or that
 * another run bills first, is reported in its item.
 */
export async function startBilling(
  context: Context,
  { deliveries, mails }: Pick<Started, 'deliveries' | 'mails'>,
): Promise<BillingRun> {
  requireOrderDecisionRight(context)
  const { db, actor } = context
  const items = [...new Map(deliveries.map((delivery) => [JSON.stringify(delivery), delivery])).values()]
  const { mail_invoices } = await readSettings(db)
  const { rows } = await sql<{ billing_run_id: number }>`
    insert into billing_runs (user_id, company_id, impersonator_id, deliveries, mails)
    values (${actor.user_id}, ${actor.company_id}, ${actor.impersonator}, ${items.length},
      ${(mails ?? mail_invoices === 1) ? 1 : 0}) returning billing_run_id`.execute(db)
  const { billing_run_id } = firstOf(rows)
  // Deliveries that may share an invoice have one number.
  await sql`insert into billing_run_items (billing_run_id, position, document_id, shipment_id, subscription_id, device_id, group_no)
    select ${billing_run_id}, i.position, i.document_id, i.shipment_id, i.subscription_id, coalesce(i.device_id, ${DEVICE_OF_SUBSCRIPTION}),
      case when coalesce(c.invoice_per, 'order') = 'order' then i.position else min(i.position) over (partition by c.company_id) end
    from jsonb_to_recordset(${JSON.stringify(items.map((item, position) => ({ position, ...item })))}::jsonb)
        as i(position int, document_id int8, shipment_id int8, subscription_id int8, device_id int8)
      left join subscriptions s on s.id = i.subscription_id
      left join transaction_documents o on o.document_id = i.document_id left join devices v on v.device_id = i.device_id
      left join companies c on c.company_id = coalesce(o.company_id, v.company_id)`.execute(db)
  await audit(context, billing_runs.name, billing_run_id, 'create')
  await emit(context, 'billing.due', [{ billing_run_id }])
  return readBillingRun(context, billing_run_id)
}

interface RunRow {
  user_id: number
  company_id: number | null
  impersonator_id: number | null
}

interface Item {
  position: number
  document_id: number | null
  shipment_id: number | null
  device_id: number | null
  subscription_id: number | null
}

/**
 * Continues a run with its caller's current rights, one batch in one transaction with the event for the rest: if a server stops in
 * between, the run continues from there, and nothing is billed twice.
 */
export async function carryOnBilling(
  context: Context,
  { billing_run_id }: { billing_run_id: number },
): Promise<void> {
  const { rows } = await sql<RunRow>`select user_id, company_id, impersonator_id from billing_runs
    where billing_run_id = ${billing_run_id} and status = 'running' for update`.execute(context.db)
  const [run] = rows
  if (!run) return
  const acting = (await actingAs(context, run)) ?? withoutRights(context)
  const isOver = await billNext(acting, billing_run_id)
  if (!isOver) await emit(context, 'billing.due', [{ billing_run_id }])
}

/** If the caller may no longer act, the rest is refused. */
const withoutRights = (context: Context): Context => ({
  ...context,
  actor: { ...context.actor, permissions: new Set() },
})

/** Creates missing orders first, then invoices. @returns whether it was the last batch */
async function billNext(context: Context, billing_run_id: number): Promise<boolean> {
  const { db, now } = context
  const withoutOrder = await readWithoutOrder(context, billing_run_id)
  const items = withoutOrder.length > 0 ? [] : await readNext(context, billing_run_id)
  const billed = [...(await makeOrders(context, withoutOrder)), ...(await billItems(context, items))]
  await sql`update billing_run_items i set document_id = b.document_id, invoice_id = b.invoice_id, refusal = b.refusal,
      done_at = case when b.invoice_id is not null or b.refusal is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(billed)}::jsonb)
      as b(position int, document_id int8, invoice_id int8, refusal text)
    where i.billing_run_id = ${billing_run_id} and i.position = b.position`.execute(db)
  const done = billed.filter(({ invoice_id, refusal }) => invoice_id !== null || refusal !== null)
  const { rows } = await sql<{
    is_over: boolean
  }>`update billing_runs r set done = done + ${done.length}, updated_at = ${now},
      invoices = invoices + ${new Set(billed.flatMap(({ invoice_id }) => invoice_id ?? [])).size},
      refused = refused + ${billed.filter(({ refusal }) => refusal !== null).length}
    where billing_run_id = ${billing_run_id}
    returning not exists (select from billing_run_items i where i.billing_run_id = r.billing_run_id and i.done_at is null) as is_over`.execute(
    db,
  )
  if (!firstOf(rows).is_over) return false
  await sql`update billing_runs r set status = 'done', finished_at = ${now}, total = s.total, currency_id = s.currency_id
    from (select case when count(distinct c.currency_id) = 1 then sum(d.grand_total) end as total,
        case when count(distinct c.currency_id) = 1 then min(c.currency_id) end as currency_id
      from (select distinct invoice_id from billing_run_items where billing_run_id = ${billing_run_id}) i
        join transaction_documents d on d.document_id = i.invoice_id join companies c using (company_id)) s
    where r.billing_run_id = ${billing_run_id}`.execute(db)
  await audit(context, billing_runs.name, billing_run_id, 'update', [
    { field: 'status', before: 'running', after: 'done' },
  ])
  await emit(context, 'billing.mails_due', [{ billing_run_id }])
  return true
}

async function readWithoutOrder({ db }: Context, billing_run_id: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select position, document_id, shipment_id, device_id, subscription_id from billing_run_items
    where billing_run_id = ${billing_run_id} and done_at is null and document_id is null
    order by position limit ${MADE_AT_ONCE}`.execute(db)
  return rows
}

/** The next deliveries to bill, in one transaction: all that may share an invoice. */
async function readNext({ db }: Context, billing_run_id: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    with next as (select position, coalesce(group_no, position) as group_no from billing_run_items
      where billing_run_id = ${billing_run_id} and done_at is null order by 2, 1 limit ${BATCH})
    select i.position, i.document_id, i.shipment_id, i.device_id, i.subscription_id from billing_run_items i
    where i.billing_run_id = ${billing_run_id} and i.done_at is null and (i.position in (select position from next)
      or i.group_no = (select max(group_no) from next))
    order by coalesce(i.group_no, i.position), i.position`.execute(db)
  return rows
}

interface Billed {
  position: number
  document_id: number | null
  invoice_id: number | null
  refusal: string | null
}

/** Creates the orders of deliveries without one, and bills subscriptions, which have none. */
async function makeOrders(context: Context, items: readonly Item[]): Promise<Billed[]> {
  const { permissions, language } = context.actor
  const created: Billed[] = []
  for (const { position, shipment_id, device_id, subscription_id } of items) {
    const outcome = await oneOfMany(context, async () => {
      if (!permissions.has('transaction_documents.create')) throw notPermitted()
      if (subscription_id !== null)
        return { document_id: null, invoice_id: await billSubscription(context, subscription_id) }
      // A delivery without an order was made to a tank on a round.
      if (shipment_id === null || device_id === null) throw notFound()
      const order = firstOf(await orderDelivered(context, shipment_id, device_id))
      return { document_id: order.document_id, invoice_id: null }
    })
    created.push(
      outcome instanceof Refusal
        ? { position, document_id: null, invoice_id: null, refusal: reasonOf(language, outcome) }
        : { position, ...outcome, refusal: null },
    )
  }
  return created
}

async function billItems(context: Context, items: readonly Item[]): Promise<Billed[]> {
  const { permissions, language } = context.actor
  const mayBill = permissions.has('transaction_documents.update')
  const orders = mayBill ? items.flatMap(({ document_id }) => document_id ?? []) : []
  const invoices = await invoice(context, orders)
  return items.map(({ position, document_id }) => {
    const outcome = (document_id === null ? undefined : invoices.get(document_id)) ?? notPermitted()
    return outcome instanceof Refusal
      ? { position, document_id, invoice_id: null, refusal: reasonOf(language, outcome) }
      : { position, document_id, invoice_id: outcome, refusal: null }
  })
}

/** Creates open invoices: doorstep payments pay them at once. If one order fails the whole invoice, each is billed separately to find it. */
async function invoice(context: Context, ids: readonly number[]): Promise<Map<number, number | Refusal>> {
  if (ids.length === 0) return new Map()
  const created = await oneOfMany(context, () => makeInvoices(context, ids, { inRun: true }))
  if (!(created instanceof Refusal)) return created
  if (ids.length === 1) return new Map([[firstOf(ids), created]])
  const half = Math.ceil(ids.length / 2)
  return new Map([
    ...(await invoice(context, ids.slice(0, half))),
    ...(await invoice(context, ids.slice(half))),
  ])
}
