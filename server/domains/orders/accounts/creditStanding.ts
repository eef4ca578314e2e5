import { sql } from 'kysely'
import type { readCreditStanding as definition } from '#core/domains/orders/accountCalls.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { isOwed } from '../readOwed.ts'
import { accountsSeenBy, requireAccount } from './accountsSeenBy.ts'
import { unappliedByCompany } from './unapplied.ts'

type Standing = ResponseOf<typeof definition>['credit_standing']

/** Limit and hold of a customer with its balance. @throws Refusal 404 for a company out of reach */
export async function readCreditStanding(context: Context, company_id: number): Promise<Standing> {
  await requireAccount(context, company_id)
  return getOrThrow(await readCreditStandings(context, [company_id]), company_id)
}

/** The credit standing of some companies whose money the actor sees; none for users who do not decide about orders. */
export async function readCreditStandings(
  { db, actor }: Context,
  company_ids: readonly number[],
): Promise<Map<number, Standing>> {
  if (!mayDecideOrders(actor) || !mayRead(actor, transaction_documents)) return new Map()
  const ids = [...new Set(company_ids)]
  const { rows } = await sql<Omit<Standing, 'is_over'> & { company_id: number }>`
    select c.company_id, c.currency_id, c.credit_limit, c.credit_hold, c.credit_hold_reason,
      (coalesce(o.amount, 0) - coalesce(u.amount, 0))::numeric(18, 3) as balance
    from companies c
      left join (${unappliedByCompany(actor, (column) => sql`${sql.ref(column)} = any(${ids})`)}) u using (company_id)
      left join lateral (select sum(i.balance) as amount from transaction_documents i
        where i.company_id = c.company_id and ${isOwed(actor)}) o on true
    where c.company_id = any(${ids}) and ${accountsSeenBy(actor, 'c.company_id')}`.execute(db)
  return new Map(
    rows.map(({ company_id, ...row }) => [
      company_id,
      { ...row, is_over: row.credit_limit !== null && Number(row.balance) > Number(row.credit_limit) },
    ]),
  )
}

/**
 * A customer on hold orders nothing, and no order of theirs is released; the office may, with a reason that stays with the order.
 * @throws Refusal 409 for the customer, 422 at `credit_reason` for the office
 */
export async function refuseHeldCustomer(
  context: Context,
  {
    company_id,
    document_type,
    credit_reason,
  }: { company_id: number | null; document_type: string; credit_reason?: unknown },
): Promise<void> {
  if (document_type !== 'sales_order') return
  const { rows } = await sql<{ reason: string | null }>`select credit_hold_reason as reason from companies
    where company_id = ${company_id} and credit_hold = 1`.execute(context.db)
  if (!rows[0]) return
  if (!mayDecideOrders(context.actor)) throw conflict('messages.credit_hold')
  if (!String(credit_reason ?? '').trim())
    throw invalid([{ field: 'credit_reason', rule: 'credit_hold', params: { reason: rows[0].reason ?? '' } }])
}
