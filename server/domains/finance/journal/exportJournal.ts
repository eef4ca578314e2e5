import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import {
  type ExportedBatch,
  type ExportedCustomer,
  type ExportedEntry,
  type JournalFile,
  rowsOfFile,
} from '#core/domains/finance/journalFiles.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/refusal.ts'
import { escapeFormula } from '#server/resources/files/export.ts'
import { postSeller } from './postJournal.ts'
import { journalSeenBy, requireSeller } from './requireSeller.ts'

/**
 * Puts the entries of a seller that are in no export into new exports, one for each currency. Concurrent calls wait for each other, and the
 * second finds nothing; entries are marked in the same transaction.
 * @throws Refusal 404 for a seller out of reach, 409 if there is nothing new
 */
export async function exportJournal(context: Context, seller_id: number): Promise<number[]> {
  await requireSeller(context, seller_id)
  const { db, actor } = context
  await postSeller(context, seller_id)
  const { rows } = await sql<{ batch_id: number; currency_id: number }>`
    insert into journal_batches (seller_id, currency_id, number, user_id)
    select ${seller_id}, n.currency_id, coalesce((select max(number) from journal_batches where seller_id = ${seller_id}), 0)
      + row_number() over (order by n.currency_id), ${actor.user_id}
    from (select distinct currency_id from journal_entries
      where seller_id = ${seller_id} and posted_on is not null and batch_id is null) n
    returning batch_id, currency_id`.execute(db)
  if (rows.length === 0) throw conflict('messages.journal_all_out')
  for (const { batch_id, currency_id } of rows)
    await sql`update journal_entries set batch_id = ${batch_id} where seller_id = ${seller_id}
      and currency_id = ${currency_id} and posted_on is not null and batch_id is null`.execute(db)
  return rows.map(({ batch_id }) => batch_id)
}

/**
 * A file of an export: the same entries however often it is read.
 * @throws Refusal 404 for an export out of reach
 */
export async function readJournalFile(
  context: Context,
  batch_id: number,
  format: JournalFile,
): Promise<{ name: string; text: string }> {
  const { rows } = await sql<{ number: number; seller_id: number }>`
    select b.number, b.seller_id from journal_batches b
    where b.batch_id = ${batch_id} and ${journalSeenBy(context.actor, 'b.seller_id')}`.execute(context.db)
  if (!rows[0]) throw notFound()
  const lines = rowsOfFile(await readBatch(context, batch_id), format)
  const isIif = format === 'iif'
  const file = isIif ? 'quickbooks' : format.replace('qbo_', 'quickbooks-online-').replace('csv', 'journal')
  return {
    name: `${file}-${rows[0].seller_id}-${rows[0].number}.${isIif ? 'iif' : 'csv'}`,
    text: isIif
      ? lines.map((row) => `${row.join('\t')}\r\n`).join('')
      : stringify(
          lines.map((row) => row.map(escapeFormula)),
          { bom: true },
        ),
  }
}

/** Customers with the same name are distinguished by their ids. */
const CUSTOMER = sql<string>`(case when exists (select from companies o where lower(left(o.company, 41)) = lower(left(c.company, 41))
    and o.company_id <> c.company_id)
  then left(c.company, 30) || ' (' || c.company_id || ')' else c.company end)`

async function readBatch({ db }: Context, batch_id: number): Promise<ExportedBatch> {
  const { rows: entries } = await sql<ExportedEntry>`
    select e.entry_id, e.kind, e.is_reversal, coalesce(e.posted_on, e.dated) as posted_on, e.company_id, ${CUSTOMER} as customer,
      coalesce(d.document_number::text, p.reference) as number, case when e.kind = 'invoice' then d.due_date end as due_date,
      case when e.kind = 'invoice' then t.description end as terms, case when e.kind = 'invoice' then d.customer_po end as po,
      p.method, m.code as currency, coalesce((
        select json_agg(json_build_object('purpose', l.purpose, 'account_code', n.account_code, 'account_name', n.account_name,
          'account_type', n.account_type, 'amount', l.amount::text, 'item', coalesce(g.product_name, x.printed_name), 'quantity', i.quantity::text,
          'unit', u.unit_abbrev, 'unit_price', i.unit_price::text) order by l.position)
        from journal_lines l join chart_of_accounts n using (account_id)
          left join transaction_document_details i using (document_detail_id) left join tank_products g using (product_id)
          left join units_of_measure u on u.id = i.unit_id left join tax_codes x on x.tax_code_id = l.tax_code_id
        where l.entry_id = e.entry_id), '[]') as lines
    from journal_entries e join companies c on c.company_id = e.company_id join currencies m on m.currency_id = e.currency_id
      left join allocations a on e.kind in ('refund', 'write_off', 'exchange') and a.allocation_id = e.source_id
      left join payments p on p.payment_id = case when e.kind = 'payment' then e.source_id else a.payment_id end
      left join transaction_documents d on d.document_id = case when e.kind in ('invoice', 'credit_note') then e.source_id
        else coalesce(a.document_id, a.credit_note_id) end
      left join payment_terms t on t.payment_term_id = d.payment_term_id
    where e.batch_id = ${batch_id} order by e.posted_on, e.entry_id`.execute(db)
  const { rows: customers } = await sql<ExportedCustomer>`
    select ${CUSTOMER} as customer, a.address1, a.address2, a.city, a.state, a.zip_code, a.country_name as country, h.phone_number as phone,
      m.email_address as email
    from companies c
      left join entity_addresses a on a.object_ref = 'company' and a.object_id = c.company_id and a.prime = 1
      left join entity_phones h on h.object_ref = 'company' and h.object_id = c.company_id and h.prime = 1
      left join entity_emails m on m.object_ref = 'company' and m.object_id = c.company_id and m.prime = 1
    where c.company_id in (select company_id from journal_entries where batch_id = ${batch_id})
    order by c.company_id`.execute(db)
  return { entries, customers }
}
