import { type RawBuilder, sql } from 'kysely'
import { ACCOUNT_STATUSES } from '#core/domains/orders/account.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Actor } from '#server/platform/context.ts'
import { visibleIfRead } from '#server/resources/rights/visible.ts'
import { accountsSeenBy } from './accountsSeenBy.ts'

/** Whether a document `i` is a credit note on its customer's account that the actor may see. */
export function isCredit(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(i.document_type = 'credit_note' and i.archived = 0 and i.status_id = any(${ACCOUNT_STATUSES})
    and ${visibleIfRead(actor, transaction_documents, 'i')})`
}

/**
 * The rest of payments and credit notes by company, in the company's currency: rows of `company_id` and `amount`.
 * @param ofCompany limits the companies, by a column
 */
export function unappliedByCompany(
  actor: Actor,
  ofCompany: (column: string) => RawBuilder<boolean> = () => sql<boolean>`true`,
): RawBuilder<unknown> {
  return sql`select company_id, sum(amount) as amount from (
      select p.company_id, sum(p.company_amount) as amount from payments p
      where p.reversed_at is null and ${ofCompany('p.company_id')} and ${accountsSeenBy(actor, 'p.company_id')}
      group by p.company_id
      union all
      select p.company_id, -sum(a.company_amount + a.exchange_difference)
      from payments p join allocations a using (payment_id)
      where a.reversed_at is null and p.reversed_at is null and ${ofCompany('p.company_id')}
        and ${accountsSeenBy(actor, 'p.company_id')}
      group by p.company_id
      union all
      select i.company_id, sum(-i.balance)
      from transaction_documents i where ${isCredit(actor)} and ${ofCompany('i.company_id')}
      group by i.company_id
    ) parts group by company_id`
}
