import { sql } from 'kysely'
import { monthEnd } from '#core/domains/finance/journal.ts'
import type {
  readJournal as definition,
  listJournalEntries as entriesDefinition,
} from '#core/domains/finance/journalCalls.ts'
import { PAYABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { chooseSeller } from './chooseSeller.ts'
import { readClosedThrough } from './closedThrough.ts'
import { type Missing, purposesOf } from './postJournal.ts'
import { journalSeenBy } from './requireSeller.ts'

type Journal = ResponseOf<typeof definition>['journal']
type Entry = ResponseOf<typeof entriesDefinition>['entries'][number]

/** Maximum number of months and exports in a response. */
const MAX_MONTHS = 60
const MAX_BATCHES = 100

/** @throws Refusal 404 for a seller out of reach */
export async function readJournal(context: Context, requested: number | undefined): Promise<Journal> {
  const { sellers, seller_id } = await chooseSeller(context, requested)
  if (seller_id === null) return { ...EMPTY, sellers }
  return {
    sellers,
    seller_id,
    ...(await readMonths(context, seller_id)),
    receivables: await readReceivables(context, seller_id),
    ...(await readWaiting(context, seller_id)),
    batches: await readBatches(context, seller_id),
  }
}

const EMPTY = {
  ...{ seller_id: null, closed_through: null, months: [], receivables: [], waiting: [] },
  ...{ due: 0, new_entries: 0, batches: [] },
}

async function readMonths(context: Context, seller_id: number) {
  const { rows } = await sql<
    Omit<Journal['months'][number], 'is_closed' | 'can_close'> & { isOver: boolean }
  >`
    select m.month, m.currency_id, m.entries, m.invoiced, m.received, m.debits,
      (m.month + interval '1 month')::date <= business_today() as "isOver"
    from (select date_trunc('month', e.posted_on)::date as month, e.currency_id, count(distinct e.entry_id)::int as entries,
        coalesce(sum(l.amount) filter (where l.purpose = 'receivables' and e.kind in ('invoice', 'credit_note')), 0)::numeric(16, 3) as invoiced,
        coalesce(-sum(l.amount) filter (where l.purpose = 'receivables' and e.kind in ('payment', 'refund')), 0)::numeric(16, 3) as received,
        sum(l.amount) filter (where l.amount > 0) as debits
      from journal_entries e join journal_lines l using (entry_id)
      where e.seller_id = ${seller_id} group by 1, 2) m
    order by m.month desc, m.currency_id limit ${MAX_MONTHS}`.execute(context.db)
  const closed_through = await readClosedThrough(context, seller_id)
  return {
    closed_through,
    months: rows.map(({ isOver, ...month }) => {
      const is_closed = closed_through !== null && monthEnd(month.month) <= closed_through
      return { ...month, is_closed, can_close: isOver && !is_closed }
    }),
  }
}

/**
 * Receivables by the journal, and by the balances of documents and payments, computed independently. Invoices that are not sent have no
 * entry yet.
 */
async function readReceivables({ db }: Context, seller_id: number) {
  const { rows } = await sql<Journal['receivables'][number]>`
    select currency_id, coalesce(sum(amount) filter (where side = 1), 0)::numeric(16, 3) as journal,
      coalesce(sum(amount) filter (where side = 2), 0)::numeric(16, 3) as balances,
      coalesce(sum(amount) filter (where side = 3), 0)::numeric(16, 3) as not_sent
    from (
      select 1 as side, e.currency_id, l.amount from journal_entries e join journal_lines l using (entry_id)
      where e.seller_id = ${seller_id} and l.purpose = 'receivables'
      union all
      select 2, e.currency_id, coalesce(d.balance, 0) from journal_entries e join transaction_documents d on d.document_id = e.source_id
      where e.seller_id = ${seller_id} and e.kind in ('invoice', 'credit_note')
      union all
      select 2, e.currency_id, -p.company_amount + (select coalesce(sum(a.company_amount + a.exchange_difference), 0)
        from allocations a where a.payment_id = p.payment_id and a.reversed_at is null)
      from journal_entries e join payments p on p.payment_id = e.source_id
      where e.seller_id = ${seller_id} and e.kind = 'payment' and not e.is_reversal and p.reversed_at is null
      union all
      select 3, c.currency_id, i.balance from transaction_documents i join companies c using (company_id)
      where i.seller_id = ${seller_id} and i.document_type = 'invoice' and i.given_out = 0 and i.archived = 0
        and i.status_id = any(${PAYABLE_STATUSES}) and i.balance > 0
    ) sides group by currency_id order by currency_id`.execute(db)
  return rows
}

async function readWaiting({ db, actor }: Context, seller_id: number) {
  const { rows: waiting } = await sql<Journal['waiting'][number]>`
    select m.purpose, coalesce(p.product_name, t.name, m.method) as detail, count(distinct e.entry_id)::int as entries
    from journal_entries e, jsonb_to_recordset(e.missing) as m (purpose text, product_id int8, tax_code_id int8, method text)
      left join tank_products p using (product_id) left join tax_codes t using (tax_code_id)
    where e.seller_id = ${seller_id} and e.posted_on is null
    group by m.purpose, coalesce(p.product_name, t.name, m.method) order by entries desc, m.purpose, detail`.execute(
    db,
  )
  const { rows } = await sql<{ due: number; new_entries: number }>`
    select count(*) filter (where posted_on is null and missing is null)::int as due,
      count(*) filter (where posted_on is not null)::int as new_entries
    from journal_entries where seller_id = ${seller_id} and batch_id is null and ${journalSeenBy(actor, 'seller_id')}`.execute(
    db,
  )
  return { waiting, ...firstOf(rows) }
}

async function readBatches({ db, actor }: Context, seller_id: number) {
  const { rows } = await sql<Journal['batches'][number]>`
    select b.batch_id, b.number, b.currency_id, e.entries, e.first_day, e.last_day, b.created_at,
      ${nameForReader(actor, 'u', fullNameSql('u'))} as by
    from journal_batches b left join users u using (user_id), lateral (
      select count(*)::int as entries, min(posted_on) as first_day, max(posted_on) as last_day
      from journal_entries where batch_id = b.batch_id) e
    where b.seller_id = ${seller_id} order by b.number desc limit ${MAX_BATCHES}`.execute(db)
  return rows
}

/** The entries of a document, of its payments, write-offs and refunds. @throws Refusal 404 */
export async function listJournalEntries(context: Context, document_id: number): Promise<Entry[]> {
  await requireVisible(context, transaction_documents, document_id)
  const { rows } = await sql<Omit<Entry, 'missing'> & { missing: Missing[] | null }>`
    select e.entry_id, e.kind, e.is_reversal, e.dated, e.posted_on, e.missing, e.currency_id, b.number as batch_number, coalesce((
      select json_agg(json_build_object('account_code', c.account_code, 'account_name', c.account_name,
        'debit', case when l.amount > 0 then l.amount::text end, 'credit', case when l.amount < 0 then (-l.amount)::text end)
        order by l.position)
      from journal_lines l join chart_of_accounts c using (account_id) where l.entry_id = e.entry_id), '[]') as lines
    from journal_entries e left join journal_batches b using (batch_id)
    where ${journalSeenBy(context.actor, 'e.seller_id')} and (
      (e.kind in ('invoice', 'credit_note') and e.source_id = ${document_id})
      or (e.kind = 'payment' and e.source_id in (select payment_id from allocations where document_id = ${document_id}))
      or (e.kind in ('refund', 'write_off', 'exchange') and e.source_id in (
        select allocation_id from allocations where document_id = ${document_id} or credit_note_id = ${document_id})))
    order by coalesce(e.posted_on, e.dated), e.entry_id`.execute(context.db)
  return rows.map(({ missing, ...entry }) => ({ ...entry, missing: purposesOf(missing) }))
}
