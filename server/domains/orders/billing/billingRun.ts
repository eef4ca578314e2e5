import { sql } from 'kysely'
import type {
  readBillingRun as definition,
  startBilling as startDefinition,
} from '#core/domains/orders/billingCalls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import type { AnswerOf, ReceivedBy } from '#core/platform/defineCall.ts'
import { actingAs } from '#server/domains/access/actingAs.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { notFound, notPermitted } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { reasonOf } from '#server/resources/reasonOf.ts'
import { changeDocumentStatus } from '../changeDocumentStatus.ts'
import { convertDocument } from '../convertDocument.ts'
import { orderDelivered } from '../orderDelivered.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'

type BillingRun = AnswerOf<typeof definition>['billing_run']
type Deliveries = ReceivedBy<typeof startDefinition>['body']['deliveries']

/** Deliveries that are billed in one transaction: about a second of work. */
const BATCH = 20

/**
 * Queues deliveries to be billed; the worker bills them as the caller. Nothing is checked here: a delivery that cannot be billed, or that
 * another run bills first, is reported in its item.
 */
export async function startBilling(context: Context, deliveries: Deliveries): Promise<BillingRun> {
  requireOrderDecisionRight(context)
  const { db, actor } = context
  const { rows } = await sql<{ billing_run_id: number }>`
    insert into billing_runs (user_id, company_id, impersonator_id)
    values (${actor.user_id}, ${actor.company_id}, ${actor.impersonator}) returning billing_run_id`.execute(
    db,
  )
  const { billing_run_id } = rows[0]!
  const items = deliveries.map((one, position) => ({ position, ...one }))
  await sql`insert into billing_run_items (billing_run_id, position, document_id, shipment_id, device_id)
    select ${billing_run_id}, i.position, i.document_id, i.shipment_id, i.device_id
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i(position int, document_id int8, shipment_id int8, device_id int8)`.execute(db)
  await emit(context, 'billing.due', [{ billing_run_id }])
  return readBillingRun(context, billing_run_id)
}

/** @throws Refusal 404 for another user's run */
export async function readBillingRun({ db, actor }: Context, billing_run_id: number): Promise<BillingRun> {
  const { rows } = await sql<Pick<BillingRun, 'billing_run_id' | 'finished_at'>>`
    select billing_run_id, finished_at from billing_runs
    where billing_run_id = ${billing_run_id} and user_id = ${actor.user_id}
      and company_id is not distinct from ${actor.company_id}`.execute(db)
  const [run] = rows
  if (!run) throw notFound()
  const { rows: items } = await sql<BillingRun['items'][number]>`
    select i.document_id, i.shipment_id, i.device_id, i.invoice_id, d.document_number::text as invoice_number, i.refusal,
      i.done_at is not null as is_done
    from billing_run_items i left join transaction_documents d on d.document_id = i.invoice_id
    where i.billing_run_id = ${billing_run_id} order by i.position`.execute(db)
  return { ...run, items }
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
}

/**
 * Bills the next deliveries of a run, with its caller's present rights. An invoice, its notes and the event for the rest are one
 * transaction: a server that stops in between leaves the run where it was, and nothing is billed twice.
 */
export async function carryOnBilling(
  context: Context,
  { billing_run_id }: { billing_run_id: number },
): Promise<void> {
  const { db, now } = context
  const { rows } = await sql<RunRow>`select user_id, company_id, impersonator_id from billing_runs
    where billing_run_id = ${billing_run_id} and finished_at is null for update`.execute(db)
  const [run] = rows
  if (!run) return
  const { rows: items } =
    await sql<Item>`select position, document_id, shipment_id, device_id from billing_run_items
    where billing_run_id = ${billing_run_id} and done_at is null order by position limit ${BATCH}`.execute(db)
  const acting = (await actingAs(context, run)) ?? withoutRights(context)
  for (const item of items) {
    const { document_id, invoice_id, refusal } = await billOrRefuse(acting, item)
    await sql`update billing_run_items set document_id = ${document_id}, invoice_id = ${invoice_id},
        refusal = ${refusal}, done_at = now()
      where billing_run_id = ${billing_run_id} and position = ${item.position}`.execute(db)
  }
  if (items.length === BATCH) await emit(context, 'billing.due', [{ billing_run_id }])
  else
    await sql`update billing_runs set finished_at = ${now} where billing_run_id = ${billing_run_id}`.execute(
      db,
    )
}

/** Rests of a caller who may not act any more are refused. */
const withoutRights = (context: Context): Context => ({
  ...context,
  actor: { ...context.actor, permissions: new Set() },
})

interface Billed {
  document_id: number | null
  invoice_id: number | null
  refusal: string | null
}

async function billOrRefuse(context: Context, item: Item): Promise<Billed> {
  const { db, actor } = context
  await sql`savepoint delivery`.execute(db)
  try {
    const billed = await bill(context, item)
    await sql`release savepoint delivery`.execute(db)
    return billed
  } catch (error) {
    const refusal = refusalOfError(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint delivery`.execute(db)
    return { document_id: item.document_id, invoice_id: null, refusal: reasonOf(actor.language, refusal) }
  }
}

/** The order of a delivery without one stays when it has no price: it is priced, and billed by the next run. */
async function bill(context: Context, { document_id, shipment_id, device_id }: Item): Promise<Billed> {
  const { actor } = context
  if (!actor.permissions.has('transaction_documents.update')) throw notPermitted()
  if (document_id !== null)
    return { document_id, invoice_id: await invoice(context, document_id), refusal: null }
  if (!actor.permissions.has('transaction_documents.create')) throw notPermitted()
  const [order] = await orderDelivered(context, shipment_id!, device_id!)
  if (!order!.is_priced)
    return {
      document_id: order!.document_id,
      invoice_id: null,
      refusal: translate(actor.language, 'rules.unpriced'),
    }
  return {
    document_id: order!.document_id,
    invoice_id: await invoice(context, order!.document_id),
    refusal: null,
  }
}

/** Makes an open invoice: doorstep payments pay it at once. */
async function invoice(context: Context, document_id: number): Promise<number> {
  const { document_id: invoice_id } = await convertDocument(context, document_id, 'invoice')
  await changeDocumentStatus(context, invoice_id, DOCUMENT_STATUS.open)
  return invoice_id
}
