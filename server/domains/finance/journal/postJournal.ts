import { sql } from 'kysely'
import {
  type AccountRule,
  accountFor,
  documentPostings,
  type JournalKind,
  type Need,
  type PostedDocument,
  type Posting,
  postingDay,
  reversed,
  transferPostings,
} from '#core/domains/finance/journal.ts'
import type { Purpose } from '#core/domains/finance/purposes.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { readClosedThrough } from './closedThrough.ts'

/** Entries that get their lines in one transaction: about 0.2 s of work. */
const BATCH = 500

/**
 * Gives the entries of all sellers their lines. The database writes an entry with its fact (view `journal_facts`); this is done soon after,
 * and again before a month is closed or an export is created.
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

/** Locks all entries of one seller: nothing else posts, closes or exports them until the transaction ends. */
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

/** An entry's lines, or the needs without an account. */
type Posted = { lines: Line[] } | { missing: Missing[] }

/** A need for which no account is set. */
export type Missing = Pick<Need, 'purpose'> & {
  [Part in 'product_id' | 'tax_code_id' | 'method']?: Need[Part] | undefined
}

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
    due.filter((item) => !item.is_reversal),
  )
  const reversedOf = await readReversed(
    context,
    due.filter((item) => item.is_reversal),
  )
  const done = new Map<string, Posted>()
  const results = due.map((item) => {
    const key = `${item.kind} ${item.source_id}`
    const posted: Posted = item.is_reversal
      ? reversedEntry(done.get(key) ?? reversedOf(item))
      : withAccounts(postingsOf(item), books)
    if (!item.is_reversal) done.set(key, posted)
    return { ...item, posted }
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
  const lines: Line[] = []
  const missing: Missing[] = []
  for (const posting of postings) {
    const { purpose, amount, product_id, tax_code_id, method, document_detail_id = null } = posting
    const account_id = accountFor(books, posting)
    // Undefined parts are left out of the JSON.
    if (account_id === undefined)
      missing.push({ purpose, product_id, tax_code_id, method: method ?? undefined })
    else lines.push({ purpose, amount, account_id, document_detail_id, tax_code_id: tax_code_id ?? null })
  }
  return missing.length > 0 ? { missing } : { lines }
}

/** A reversal undoes the entry in the accounts in which it was posted, or waits with it. */
function reversedEntry(entry: Posted): Posted {
  return 'missing' in entry ? entry : { lines: reversed(entry.lines) }
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
  const isDocument = ({ kind }: Due) => kind === 'invoice' || kind === 'credit_note'
  const documents = await readDocuments(
    context,
    due.filter(isDocument).map(({ source_id }) => source_id),
  )
  const others = due.filter((item) => !isDocument(item))
  const { rows } = await sql<{ entry_id: number; amount: string; method: string | null }>`
    select o.entry_id, p.method,
      case o.kind when 'payment' then p.company_amount when 'exchange' then a.exchange_difference else a.company_amount end as amount
    from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as o (entry_id int8, kind text, source_id int8)
      left join allocations a on o.kind <> 'payment' and a.allocation_id = o.source_id
      left join payments p on p.payment_id = case o.kind when 'payment' then o.source_id else a.payment_id end`.execute(
    context.db,
  )
  const transfers = new Map(rows.map((row) => [row.entry_id, row]))
  return ({ kind, source_id, entry_id }) => {
    if (kind === 'invoice' || kind === 'credit_note')
      return documentPostings(getOrThrow(documents, source_id))
    const { amount, method } = getOrThrow(transfers, entry_id)
    return transferPostings(kind, amount, method)
  }
}

async function readDocuments({ db }: Context, ids: readonly number[]): Promise<Map<number, PostedDocument>> {
  const { rows } = await sql<PostedDocument & { document_id: number }>`
    select d.document_id, d.grand_total, d.freight, d.customs, d.expedite_fee, d.handling_charge,
      coalesce((select json_agg(json_build_object('document_detail_id', l.document_detail_id, 'product_id', l.product_id,
          'product_group', p.product_group, 'line_total', l.line_total::text) order by l.sort_order, l.document_detail_id)
        from transaction_document_details l join tank_products p using (product_id)
        where l.document_id = d.document_id), '[]') as lines,
      coalesce((select json_agg(json_build_object('tax_code_id', t.tax_code_id, 'tax', t.tax::text) order by t.tax_code_id)
        from (select tax_code_id, sum(tax) as tax from document_taxes
          where document_id = d.document_id group by tax_code_id) t), '[]') as taxes
    from transaction_documents d where d.document_id = any(${ids}::int8[])`.execute(db)
  return new Map(rows.map((row) => [row.document_id, row]))
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
