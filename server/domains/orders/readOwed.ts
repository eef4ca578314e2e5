import { type RawBuilder, sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import type { readOwed as definition } from '#core/domains/orders/calls.ts'
import { PAYABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { visible, visibleIfRead } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { accountsSeenBy } from './accounts/accountsSeenBy.ts'
import { unappliedByCompany } from './accounts/unapplied.ts'

type Owed = ResponseOf<typeof definition>['owed']

/** Whether a document `i` is an invoice with a balance that the actor may see. */
export function isOwed(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(i.document_type = 'invoice' and i.archived = 0 and i.status_id = any(${PAYABLE_STATUSES})
    and i.balance > 0 and ${visibleIfRead(actor, transaction_documents, 'i')})`
}

/** The balances of invoices `i`, and how much of them is overdue. */
export const OWED_SUMS = sql`coalesce(sum(i.balance), 0)::numeric(18, 3) as open,
  coalesce(sum(i.balance) filter (where i.due_date < business_today()), 0)::numeric(18, 3) as overdue`

/**
 * The debt of a company on the invoices that the actor may see, and its last payment.
 * @throws Refusal 404 for a company out of reach
 */
export async function readOwed(context: Context, company_id: number): Promise<Owed> {
  await requireVisible(context, companies, company_id)
  const { db, actor } = context
  const isOfCompany = (column: string) => sql<boolean>`${sql.ref(column)} = ${company_id}`
  const { rows } = await sql<Omit<Owed, 'last_payment'>>`
    select c.currency_id, ${OWED_SUMS},
      coalesce((select amount from (${unappliedByCompany(actor, isOfCompany)}) u), 0)::numeric(18, 3) as unapplied, count(i.document_id)::int as open_invoices,
      (count(i.document_id) filter (where i.due_date < business_today()))::int as overdue_invoices
    from companies c left join transaction_documents i on i.company_id = c.company_id and ${isOwed(actor)}
    where c.company_id = ${company_id} group by c.currency_id`.execute(db)
  const { rows: payments } = await sql<NonNullable<Owed['last_payment']>>`
    select p.company_amount as amount, p.payment_date, d.document_id, d.document_number
    from payments p left join lateral (
      select min(i.document_id) as document_id, min(i.document_number::text) as document_number
      from allocations a join transaction_documents i on i.document_id = a.document_id
      where a.payment_id = p.payment_id and a.reversed_at is null and ${visible(actor, transaction_documents, 'i')}
      having count(distinct i.document_id) = 1) d on true
    where p.company_id = ${company_id} and p.reversed_at is null and ${accountsSeenBy(actor, 'p.company_id')}
    order by p.payment_date desc, p.payment_id desc limit 1`.execute(db)
  return { ...firstOf(rows), last_payment: payments[0] ?? null }
}
