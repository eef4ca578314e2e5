import { sql } from 'kysely'
import {
  type AccountRule,
  accountFor,
  documentPostings,
  exchangePostings,
  type JournalKind,
  type Need,
  type PostedDocument,
  type Posting,
  type Purpose,
  paymentPostings,
  postingDay,
  refundPostings,
  writeOffPostings,
} from '#core/domains/finance/journal.ts'
import { groupBy } from '#core/platform/groupBy.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'
import { lockByName } from '#server/platform/locks.ts'
import type { TaskContext } from '#server/platform/schedule.ts'
import { inTransaction } from '#server/platform/transactions.ts'
import { readClosedThrough } from './closedThrough.ts'

/** Entries that get their lines in one transaction: about 0.2 s of work. */
const BATCH = 500

/**
 * Gives the entries of all sellers their lines. The database writes an entry with its fact (view `journal_facts`); this is done soon after,
 * and again before a month is closed or an export is made.
 */
export async function postJournal(context: TaskContext): Promise<void> {
  const { rows } = await sql<{ seller_id: number }>`
    select distinct seller_id from journal_entries where posted_on is null and missing is null
    order by seller_id`.execute(context.db)
  for (const { seller_id } of rows) {
    let isDone = false
    while (!isDone && !context.signal?.aborted)
      isDone = await inTransaction(context, async (own) => (await postDue(own, seller_id)) < BATCH)
  }
}

/** The same for all entries of one seller; nothing else posts, closes or exports them until the transaction ends. */
export async function postSeller(context: Context, seller_id: number): Promise<void> {
  while ((await postDue(context, seller_id)) === BATCH);
}

interface Due {
  entry_id: number
  kind: JournalKind
  is_reversal: boolean
  source_id: number
  dated: string
}

interface Line extends Pick<Posting, 'purpose' | 'amount'> {
  account_id: number
  document_detail_id: number | null
  tax_code_id: number | null
}

/** An entry's lines, or what has no account. */
type Posted = { lines: Line[] } | { missing: Missing[] }

/** What has no account. */
export type Missing = Pick<Need, 'purpose' | 'product_id' | 'tax_code_id' | 'method'>

async function postDue(context: Context, seller_id: number): Promise<number> {
  const { db } = context
  await lockByName(db, 'journals', String(seller_id))
  const closed_through = await readClosedThrough(context, seller_id)
  const { rows: due } = await sql<Due>`
    select entry_id, kind, is_reversal, source_id, dated from journal_entries
    where seller_id = ${seller_id} and posted_on is null and missing is null order by entry_id limit ${BATCH}`.execute(
    db,
  )
  const books = await readBooks(context, seller_id)
  const postingsOf = await readPostings(
    context,
    due.filter((one) => !one.is_reversal),
  )
  const reversedOf = await readReversed(
    context,
    due.filter((one) => one.is_reversal),
  )
  const done = new Map<string, Posted>()
  const results = due.map((one) => {
    const key = `${one.kind} ${one.source_id}`
    const posted: Posted = one.is_reversal
      ? reversedEntry(done.get(key) ?? reversedOf(one))
      : withAccounts(postingsOf(one), books)
    if (!one.is_reversal) done.set(key, posted)
    return { ...one, posted }
  })
  await save(
    context,
    results.map(({ entry_id, dated, posted }) => ({
      entry_id,
      ...('lines' in posted
        ? { posted_on: postingDay(dated, closed_through), lines: posted.lines }
        : { missing: posted.missing, lines: [] }),
    })),
  )
  return due.length
}

async function readBooks({ db }: Context, seller_id: number): Promise<AccountRule[][]> {
  const { rows } = await sql<AccountRule & { company_id: number }>`
    select company_id, purpose, product_id, product_group, tax_code_id, method, account_id from account_rules
    where company_id in (${seller_id}, ${OWN_COMPANY}) order by account_rule_id`.execute(db)
  return [seller_id, OWN_COMPANY].map((id) => rows.filter(({ company_id }) => company_id === id))
}

/** Gives lines their accounts; without one for each line, the entry waits. */
function withAccounts(postings: readonly Posting[], books: readonly AccountRule[][]): Posted {
  const found = postings.map((posting) => ({ posting, account_id: accountFor(books, posting) }))
  const missing = found.flatMap(({ posting: { purpose, product_id, tax_code_id, method }, account_id }) =>
    account_id === undefined
      ? [
          {
            purpose,
            ...(product_id && { product_id }),
            ...(tax_code_id && { tax_code_id }),
            ...(method && { method }),
          },
        ]
      : [],
  )
  if (missing.length > 0) return { missing }
  return {
    lines: found.map(({ posting: { purpose, amount, document_detail_id, tax_code_id }, account_id }) => ({
      ...{
        purpose,
        amount,
        account_id: account_id!,
        document_detail_id: document_detail_id ?? null,
        tax_code_id: tax_code_id ?? null,
      },
    })),
  }
}

/** A reversal undoes the entry in the accounts in which it was posted, or waits with it. */
function reversedEntry(entry: Posted): Posted {
  if ('missing' in entry) return entry
  return {
    lines: entry.lines.map((line) => ({
      ...line,
      amount: line.amount.startsWith('-') ? line.amount.slice(1) : `-${line.amount}`,
    })),
  }
}

async function readReversed({ db }: Context, due: readonly Due[]): Promise<(one: Due) => Posted> {
  if (due.length === 0) return () => ({ missing: [] })
  const { rows } = await sql<{
    kind: JournalKind
    source_id: number
    isPosted: boolean
    missing: Missing[] | null
    lines: Line[]
  }>`select e.kind, e.source_id, e.posted_on is not null as "isPosted", e.missing, coalesce((
      select json_agg(json_build_object('purpose', l.purpose, 'amount', l.amount::text, 'account_id', l.account_id,
        'document_detail_id', l.document_detail_id, 'tax_code_id', l.tax_code_id) order by l.position)
      from journal_lines l where l.entry_id = e.entry_id), '[]') as lines
    from journal_entries e join jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as o (kind text, source_id int8)
      on o.kind = e.kind and o.source_id = e.source_id
    where not e.is_reversal`.execute(db)
  return (one) => {
    const entry = rows.find(({ kind, source_id }) => kind === one.kind && source_id === one.source_id)
    return entry?.isPosted ? { lines: entry.lines } : { missing: entry?.missing ?? [] }
  }
}

/** Reads the facts of entries. */
async function readPostings(context: Context, due: readonly Due[]): Promise<(one: Due) => Posting[]> {
  const idsOf = (...kinds: JournalKind[]) =>
    due.filter(({ kind }) => kinds.includes(kind)).map(({ source_id }) => source_id)
  const documents = await readDocuments(context, idsOf('invoice', 'credit_note'))
  const { db } = context
  const { rows: payments } = await sql<{ payment_id: number; company_amount: string; method: string }>`
    select payment_id, company_amount, method from payments
    where payment_id = any(${idsOf('payment')}::int8[])`.execute(db)
  const { rows: allocations } = await sql<{
    allocation_id: number
    company_amount: string
    exchange_difference: string
    method: string | null
  }>`
    select a.allocation_id, a.company_amount, a.exchange_difference, p.method
    from allocations a left join payments p using (payment_id)
    where a.allocation_id = any(${idsOf('refund', 'write_off', 'exchange')}::int8[])`.execute(db)
  const paymentOf = new Map(payments.map((one) => [one.payment_id, one]))
  const allocationOf = new Map(allocations.map((one) => [one.allocation_id, one]))
  return ({ kind, source_id }) => {
    if (kind === 'invoice' || kind === 'credit_note') return documentPostings(documents.get(source_id)!)
    if (kind === 'payment') {
      const { company_amount, method } = paymentOf.get(source_id)!
      return paymentPostings(company_amount, method)
    }
    const { company_amount, exchange_difference, method } = allocationOf.get(source_id)!
    if (kind === 'refund') return refundPostings(company_amount, method)
    return kind === 'write_off' ? writeOffPostings(company_amount) : exchangePostings(exchange_difference)
  }
}

async function readDocuments({ db }: Context, ids: readonly number[]): Promise<Map<number, PostedDocument>> {
  const { rows } = await sql<Omit<PostedDocument, 'lines' | 'taxes'> & { document_id: number }>`
    select document_id, grand_total, freight, customs, expedite_fee, handling_charge
    from transaction_documents where document_id = any(${ids}::int8[])`.execute(db)
  const { rows: lines } = await sql<PostedDocument['lines'][number] & { document_id: number }>`
    select l.document_id, l.document_detail_id, l.product_id, p.product_group, l.line_total
    from transaction_document_details l join tank_products p using (product_id)
    where l.document_id = any(${ids}::int8[]) order by l.document_id, l.sort_order, l.document_detail_id`.execute(
    db,
  )
  const { rows: taxes } = await sql<PostedDocument['taxes'][number] & { document_id: number }>`
    select document_id, tax_code_id, sum(tax) as tax from document_taxes
    where document_id = any(${ids}::int8[]) group by document_id, tax_code_id order by document_id, tax_code_id`.execute(
    db,
  )
  const taxesOf = groupBy(taxes, ({ document_id }) => document_id)
  const linesOf = groupBy(lines, ({ document_id }) => document_id)
  return new Map(
    rows.map(({ document_id, ...figures }) => [
      document_id,
      {
        ...figures,
        lines: (linesOf.get(document_id) ?? []).map(({ document_id: _, ...line }) => line),
        taxes: (taxesOf.get(document_id) ?? []).map(({ tax_code_id, tax }) => ({ tax_code_id, tax })),
      },
    ]),
  )
}

interface Saved {
  entry_id: number
  posted_on?: string
  missing?: Missing[]
  lines: readonly Line[]
}

async function save({ db }: Context, entries: readonly Saved[]): Promise<void> {
  const lines = entries.flatMap((entry) =>
    entry.lines.map((line, position) => ({ ...line, entry_id: entry.entry_id, position })),
  )
  if (lines.length > 0)
    await sql`insert into journal_lines (entry_id, position, purpose, account_id, amount, document_detail_id, tax_code_id)
      select entry_id, position, purpose, account_id, amount, document_detail_id, tax_code_id
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (entry_id int8, position int2, purpose text, account_id int8,
        amount numeric, document_detail_id int8, tax_code_id int8)`.execute(db)
  if (entries.length > 0)
    await sql`update journal_entries e set posted_on = o.posted_on, missing = o.missing
      from jsonb_to_recordset(${JSON.stringify(entries.map(({ lines: _, ...entry }) => entry))}::jsonb)
        as o (entry_id int8, posted_on date, missing jsonb)
      where e.entry_id = o.entry_id`.execute(db)
}

/** The purposes that entries wait for, each once. */
export function purposesOf(missing: readonly Missing[] | null): Purpose[] {
  return [...new Set((missing ?? []).map(({ purpose }) => purpose))]
}
