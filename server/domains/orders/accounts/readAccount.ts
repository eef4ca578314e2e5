import { type RawBuilder, sql } from 'kysely'
import { type Ageing, ageingOf } from '#core/domains/orders/account.ts'
import type {
  readAccount as definition,
  listReceivables as listDefinition,
} from '#core/domains/orders/accountCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { isSoldToSql } from '#server/resources/rights/isSoldTo.ts'
import { readDays } from '../payments/allocate.ts'
import { isOwed } from '../readOwed.ts'
import { accountsSeenBy, requireAccount } from './accountsSeenBy.ts'
import { isCredit, unappliedByCompany } from './unapplied.ts'

type Account = ResponseOf<typeof definition>['account']
type Receivables = ResponseOf<typeof listDefinition>

/** Maximum number of open invoices and payments in a response. */
const MAX_ROWS = 500

/** A customer's open invoices, the oldest first, with the latest payments and their rests. */
export async function readAccount(context: Context, company_id: number): Promise<Account> {
  await requireAccount(context, company_id)
  const { db, actor } = context
  const { rows: found } = await sql<Pick<Account, 'company_id' | 'company_title' | 'currency_id'>>`
    select c.company_id, c.company as company_title, c.currency_id from companies c where c.company_id = ${company_id}`.execute(
    db,
  )
  const { rows: payments } = await sql<Account['payments'][number]>`
    select p.payment_id, p.payment_date, p.amount, p.currency_id,
      case when p.reversed_at is null then p.amount - coalesce(u.amount, 0) else 0 end as "left",
      coalesce(u.given_back, 0) as given_back, p.method, p.reference, p.reversed_at, p.reverse_reason,
      coalesce(u.documents, '[]') as documents, ${refundsOf(sql`a.payment_id = p.payment_id`)} as refunds
    from payments p left join lateral (
      select sum(a.amount) as amount, sum(a.amount) filter (where a.document_id is null) as given_back,
        json_agg(json_build_object('document_id', d.document_id, 'document_number', d.document_number)
          order by a.allocation_id) filter (where d.document_id is not null) as documents
      from allocations a left join transaction_documents d on d.document_id = a.document_id
      where a.payment_id = p.payment_id and a.reversed_at is null) u on true
    where p.company_id = ${company_id} and ${accountsSeenBy(actor, 'p.company_id')}
    order by p.payment_date desc, p.payment_id desc limit ${MAX_ROWS}`.execute(db)
  const { rows: credits } = await sql<Account['credits'][number]>`
    select i.document_id, i.document_number::text as document_number, i.document_date, coalesce(-i.balance, 0) as "left",
      ${refundsOf(sql`a.credit_note_id = i.document_id`)} as refunds
    from transaction_documents i where i.company_id = ${company_id} and ${isCredit(actor)} and (i.balance < 0
      or exists (select from allocations a where a.credit_note_id = i.document_id and a.document_id is null))
    order by i.document_date desc, i.document_id desc limit ${MAX_ROWS}`.execute(db)
  return {
    ...firstOf(found),
    ageing: await readAgeing(context, company_id),
    open_invoices: await readOpenInvoices(context, company_id),
    payments,
    credits,
  }
}

/** The refunds of a source, the newest first, as JSON. */
const refundsOf = (isOfSource: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(json_build_object('refund_id', a.allocation_id, 'date', a.allocated_on, 'amount', a.amount::text,
      'reason', a.reason, 'reversed_at', to_char(a.reversed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reverse_reason', a.reverse_reason) order by a.allocation_id desc)
    from allocations a where a.document_id is null and ${isOfSource}), '[]')`

/** The open invoices of a customer that the actor may see, the oldest first. */
export async function readOpenInvoices(
  { db, actor }: Context,
  company_id: number,
): Promise<Account['open_invoices']> {
  const { rows } = await sql<Account['open_invoices'][number]>`
    select i.document_id, i.document_number::text as document_number, i.document_date, i.due_date, i.currency_id, i.balance,
      coalesce(i.document_balance, 0) as document_balance
    from transaction_documents i where i.company_id = ${company_id} and ${isOwed(actor)}
    order by i.document_date, i.due_date, i.document_id limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** Balances of a customer by age. */
async function readAgeing(context: Context, company_id: number): Promise<Ageing> {
  const [one] = await agesOf(context, company_id)
  return one?.ageing ?? ageingOf([], '0', (await readDays(context)).today)
}

/** Ageing of all customers that the actor may see, the largest balance first, with totals by currency. */
export async function listReceivables(context: Context): Promise<Receivables> {
  const receivables = (await agesOf(context)).toSorted(
    (one, other) => Number(other.ageing.total) - Number(one.ageing.total),
  )
  const currencies = [...new Set(receivables.map(({ currency_id }) => currency_id))]
  const { today } = await readDays(context)
  const totals = currencies.map((currency_id) => {
    const mine = receivables.filter((receivable) => receivable.currency_id === currency_id)
    return {
      currency_id,
      ageing: ageingOf(
        mine.flatMap(({ parts }) => parts),
        sumOf(mine.map(({ ageing }) => ageing.unapplied)).toFixed(),
        today,
      ),
      not_sent: sumOf(mine.map(({ not_sent }) => not_sent)).toFixed(3),
    }
  })
  return { receivables: receivables.map(({ parts: _, not_sent: __, ...one }) => one), totals }
}

interface AccountRow {
  company_id: number
  company_title: string
  currency_id: number
  parts: { due_date: string; balance: string }[]
  unapplied: string
  /** Of the balances: on invoices that are not sent. */
  not_sent: string
}

/** Like `isOwed`, without what the actor's own company owes to its seller, unless it only buys. */
function isReceivable(actor: Actor): RawBuilder<boolean> {
  const sold = actor.onlyBuys ? undefined : isSoldToSql(actor, 'i.company_id')
  return sold ? sql<boolean>`(${isOwed(actor)} and ${sold})` : isOwed(actor)
}

/** Companies with a balance or unapplied money; balances are summed by due date. */
async function agesOf(context: Context, company_id?: number) {
  const { db, actor } = context
  const ofCompany = (column: string) =>
    company_id === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${company_id}`
  const { today } = await readDays(context)
  const { rows } = await sql<AccountRow>`
    with owed as (
      select i.company_id, json_agg(json_build_object('due_date', i.due_date, 'balance', i.balance::text)) as parts,
        sum(i.not_sent) as not_sent
      from (select i.company_id, i.due_date, sum(i.balance) as balance, sum(i.balance) filter (where i.given_out = 0) as not_sent
        from transaction_documents i
        where ${isReceivable(actor)} and ${ofCompany('i.company_id')} group by i.company_id, i.due_date) i
      group by i.company_id),
    unapplied as (${unappliedByCompany(actor, ofCompany)})
    select c.company_id, c.company as company_title, c.currency_id, coalesce(o.parts, '[]') as parts,
      coalesce(u.amount, 0) as unapplied, coalesce(o.not_sent, 0)::text as not_sent
    from companies c left join owed o using (company_id) left join unapplied u using (company_id)
    where o.parts is not null or u.amount <> 0 order by c.company, c.company_id`.execute(db)
  return rows.map(({ unapplied, ...row }) => ({ ...row, ageing: ageingOf(row.parts, unapplied, today) }))
}
