import { type RawBuilder, sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { ORDER_DECIDERS } from '#core/domains/orders/ordering.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { DISTRIBUTORS, isCustomer } from '#core/platform/loginTypes.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'
import type { Source } from '../payments/allocate.ts'

/**
 * Whether an actor sees the money of a company, named by a column. Users who decide about documents see the companies they sell to,
 * customers their own. An account limited to some devices sees none, because money does not belong to devices.
 */
export function accountsSeenBy(
  { loginType, limits, companies: reach, onlyBuys, sellsTo }: Actor,
  column: string,
): RawBuilder<boolean> {
  const isOpen = isCustomer(loginType) || ORDER_DECIDERS.includes(loginType)
  if (limits.devices || !isOpen) return sql<boolean>`false`
  if (reach === 'all') return sql<boolean>`true`
  const isBuyer = isCustomer(loginType) || (onlyBuys && !isOneOf(DISTRIBUTORS, loginType))
  const ids = isBuyer ? reach : sellsTo
  return sql<boolean>`${sql.ref(column)} = any(${ids})`
}

/** @throws Refusal 404 for a company whose money the actor does not see */
export async function requireAccount(context: Context, company_id: number): Promise<void> {
  await requireVisible(context, companies, company_id)
  const { rows } = await sql`select from companies c where c.company_id = ${company_id}
    and ${accountsSeenBy(context.actor, 'c.company_id')}`.execute(context.db)
  if (rows.length === 0) throw notFound()
}

/**
 * The customer of a payment or a credit note.
 * @throws Refusal 404 for a payment whose customer's money the actor does not see, or a document out of reach
 */
export async function requireSource({ db, actor }: Context, source: Source): Promise<number> {
  const { rows } = await sql<{ company_id: number }>`${
    'payment_id' in source
      ? sql`select p.company_id from payments p where p.payment_id = ${source.payment_id}
          and ${accountsSeenBy(actor, 'p.company_id')}`
      : sql`select i.company_id from transaction_documents i where i.document_id = ${source.credit_note_id}
          and ${visible(actor, transaction_documents, 'i')}`
  }`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].company_id
}
