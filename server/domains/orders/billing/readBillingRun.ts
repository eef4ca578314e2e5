import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { billing_runs, MAX_FAILURES } from '#core/domains/orders/billing_runs.ts'
import type { readBillingRun as definition } from '#core/domains/orders/billingCalls.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { readRecord } from '#server/resources/rows.ts'
import { BILLS_NOTHING } from '../lines/lineQuantities.ts'
import { FIXED_INVOICE } from './undoBilling.ts'

export type BillingRun = ResponseOf<typeof definition>['billing_run']

/** Invoices that a run names; the list of documents has all. */
const MAX_NAMED = 20

/** Progress and outcome of a run. @throws Refusal 404 for a run that the actor may not see */
export async function readBillingRun(context: Context, billing_run_id: number): Promise<BillingRun> {
  const { db, actor } = context
  const run = await readRecord(context, billing_runs, billing_run_id)
  const { status, started_at, finished_at, undone_at, deliveries, done, invoices, refused, mailed } = run
  const { user_id_title }: Values = run
  const progress = {
    ...{ billing_run_id, status, deliveries, done, invoices, refused, mailed, mails: run.mails === 1 },
    started_at: started_at,
    finished_at: finished_at ?? null,
    undone_at: undone_at ?? null,
    user_title: String(user_id_title ?? ''),
  }
  if (status === 'running')
    return { ...progress, billed: [], totals: [], failures: [], is_mailing: false, is_undoable: false }
  const ofRun = sql`(select distinct invoice_id from billing_run_items
    where billing_run_id = ${billing_run_id} and invoice_id is not null)`
  const { rows: billed } = await sql<BillingRun['billed'][number]>`
    select d.document_id, d.document_number::text as document_number,
      array(select o.document_id from billing_run_items o where o.billing_run_id = ${billing_run_id}
        and o.invoice_id = d.document_id and o.document_id is not null order by 1) as orders
    from ${ofRun} i join transaction_documents d on d.document_id = i.invoice_id
    where ${visible(actor, transaction_documents, 'd')} order by d.document_id limit ${MAX_NAMED}`.execute(db)
  const { rows: totals } = await sql<BillingRun['totals'][number]>`
    select c.currency_id, sum(d.grand_total)::numeric(16, 3) as total from ${ofRun} i
      join transaction_documents d on d.document_id = i.invoice_id join companies c using (company_id)
    where ${visible(actor, transaction_documents, 'd')} group by 1 order by 1`.execute(db)
  const { rows: states } = await sql<{ is_fixed: boolean; is_mailing: boolean }>`
    select exists (select from ${ofRun} i join transaction_documents d on d.document_id = i.invoice_id where ${FIXED_INVOICE}) as is_fixed,
      exists (select from billing_run_items i join transaction_documents d on d.document_id = i.invoice_id
        where i.billing_run_id = ${billing_run_id} and i.mailed_at is null and i.mail_refusal is null and d.archived = 0
          and d.status_id <> all(${BILLS_NOTHING})) as is_mailing`.execute(db)
  const { is_fixed, is_mailing } = firstOf(states)
  return {
    ...{ ...progress, billed, totals, failures: await readFailures(context, billing_run_id) },
    is_mailing: progress.mails && status === 'done' && is_mailing,
    is_undoable: status === 'done' && invoices > 0 && !is_fixed,
  }
}

async function readFailures({ db, actor }: Context, billing_run_id: number): Promise<BillingRun['failures']> {
  const { rows } = await sql<BillingRun['failures'][number]>`
    select case when i.refusal is null then i.invoice_id else i.document_id end as document_id, c.company as company_title,
      coalesce(z.name, ${titleSql(actor, devices, 'v')}) as place, coalesce(i.refusal, i.mail_refusal) as refusal
    from billing_run_items i left join transaction_documents o on o.document_id = i.document_id
      join devices v on v.device_id = coalesce(o.device_id, i.device_id) join companies c on c.company_id = coalesce(o.company_id, v.company_id)
      left join sites z on z.site_id = coalesce(o.site_id, v.site_id)
    where i.billing_run_id = ${billing_run_id} and (i.refusal is not null or i.mail_refusal is not null)
      and ${visible(actor, devices, 'v')}
    order by i.position limit ${MAX_FAILURES}`.execute(db)
  return rows
}
