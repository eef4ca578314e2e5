import { sql } from 'kysely'
import { ACCOUNT_STATUSES, ageingOf, statementOf } from '#core/domains/orders/account.ts'
import type { readStatement as definition } from '#core/domains/orders/accountCalls.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { formatMoney } from '#core/platform/numbers/money.ts'
import type { TextKey } from '#core/platform/texts/textKeys.ts'
import { findSeller } from '#server/domains/companies/findSeller.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { readLetterhead } from '#server/resources/files/letterhead.ts'
import type { PrintDocument } from '#server/resources/files/printDocument.ts'
import { readCurrencyMarks } from '#server/resources/names/currencyMarks.ts'
import { dateText, instantText, localeOfActor } from '#server/resources/names/textFormats.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { readDays } from '../payments/allocate.ts'
import { requireAccount } from './accountsSeenBy.ts'

const STATEMENT_COLUMNS = ['date', 'what', 'amount', 'balance'] as const

type Statement = ResponseOf<typeof definition>['statement']
type Entry = Omit<Statement['lines'][number], 'balance'>

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Movements of a customer's account in a period, in the customer's currency; default: since the start of the month before. Invoices that
 * the actor may not see, such as drafts, are not on it.
 * @param isPaper leaves out documents that were not given out to the customer
 * @throws Refusal 404 for a company out of reach, 422 for a period that ends before it begins
 */
export async function readStatement(
  context: Context,
  company_id: number,
  period: Period,
  isPaper = false,
): Promise<Statement> {
  await requireAccount(context, company_id)
  const { db } = context
  const entries = await readEntries(context, company_id, isPaper)
  // An invoice can be dated after today and is owed all the same.
  const last = entries.at(-1)?.date ?? null
  const { rows } = await sql<Pick<Statement, 'company_id' | 'company_title' | 'currency_id' | 'from' | 'to'>>`
    select c.company_id, c.company as company_title, c.currency_id,
      coalesce(${period.to ?? null}::date, greatest(business_today(), ${last}::date)) as "to",
      coalesce(${period.from ?? null}::date, date_trunc('month', least(business_today(), ${period.to ?? null}::date)
        - interval '1 month')::date) as "from"
    from companies c where c.company_id = ${company_id}`.execute(db)
  const head = firstOf(rows)
  if (head.from > head.to) throw invalid([{ field: 'to', rule: 'before_from' }])
  const statement = statementOf(entries, head)
  const balances = await readBalances(context, { company_id, isPaper, day: head.to })
  const { today } = await readDays(context)
  const unapplied = sumOf(balances.map(({ balance }) => balance)).minus(statement.closing)
  // Ageing counts the days until today at most, even if the period ends later.
  const ageing = ageingOf(balances, unapplied.toFixed(), head.to < today ? head.to : today)
  return { ...head, ...statement, ageing }
}

/** Whether a document `i` is on the account of a company, for the actor. */
const onAccountOf = ({ actor }: Context, company_id: number, isPaper: boolean) =>
  sql<boolean>`(i.company_id = ${company_id} and i.archived = 0 and i.status_id = any(${ACCOUNT_STATUSES})
    and ${visible(actor, transaction_documents, 'i')} and (not ${isPaper} or i.given_out = 1))`

/** The day on which a row of `alias` was reversed. */
const reversedOn = (alias: string) =>
  sql<string>`(${sql.ref(`${alias}.reversed_at`)} at time zone business_time_zone())::date`

/** The open balance of each invoice of a customer at the end of a day. A reversed write-off never counts, as on the statement. */
async function readBalances(
  context: Context,
  { company_id, isPaper, day }: { company_id: number; isPaper: boolean; day: string },
): Promise<{ due_date: string; balance: string }[]> {
  const isSource = sql<boolean>`num_nonnulls(a.payment_id, a.credit_note_id) > 0`
  const { rows } = await sql<{ due_date: string; balance: string }>`
    select i.due_date, (i.balance + later.amount)::text as balance
    from transaction_documents i, lateral (
      select coalesce(sum(case when a.reversed_at is null then a.company_amount else -a.company_amount end), 0) as amount
      from allocations a where a.document_id = i.document_id
        and case when a.reversed_at is null then a.allocated_on > ${day}::date
          else ${isSource} and a.allocated_on <= ${day}::date and ${reversedOn('a')} > ${day}::date end) later
    where i.document_type = 'invoice' and i.document_date <= ${day}::date
      and ${onAccountOf(context, company_id, isPaper)} and i.balance + later.amount <> 0`.execute(context.db)
  return rows
}

/** Every entry of the account until now, oldest first. */
async function readEntries(context: Context, company_id: number, isPaper: boolean): Promise<Entry[]> {
  const onAccount = onAccountOf(context, company_id, isPaper)
  const { rows } = await sql<Entry>`
    select e.date, e.kind, e.document_id, e.title, e.reason, e.amount from (
      select i.document_date as date, i.document_type as kind, i.document_id, i.document_number::text as title,
        null::text as reason, i.balance + u.amount as amount, i.document_id as place
      from transaction_documents i, lateral (
        -- The amount invoiced or credited: the balance plus the allocations.
        select coalesce(sum(case when a.credit_note_id = i.document_id then -a.company_amount else a.company_amount end), 0) as amount
        from allocations a where i.document_id in (a.document_id, a.credit_note_id) and a.reversed_at is null) u
      where i.document_type in ('invoice', 'credit_note') and ${onAccount}
      union all
      select p.payment_date, 'payment', null, p.reference, null, -p.company_amount, p.payment_id
      from payments p where p.company_id = ${company_id}
      union all
      select greatest(p.payment_date, ${reversedOn('p')}), 'reversal', null, p.reference, p.reverse_reason, p.company_amount,
        p.payment_id
      from payments p where p.company_id = ${company_id} and p.reversed_at is not null
      union all
      select r.on, r.kind, a.credit_note_id, coalesce(p.reference, i.document_number), r.reason, r.amount, a.allocation_id
      from allocations a left join payments p using (payment_id)
        left join transaction_documents i on i.document_id = a.credit_note_id,
        lateral (select a.allocated_on as on, 'refund' as kind, a.reason, a.company_amount as amount
          union all select greatest(a.allocated_on, ${reversedOn('a')}), 'refund_reversal', a.reverse_reason, -a.company_amount
          where a.reversed_at is not null) r
      where a.document_id is null and coalesce(p.company_id, i.company_id) = ${company_id}
      union all
      select a.allocated_on, 'write_off', i.document_id, i.document_number, a.reason, -a.company_amount, a.allocation_id
      from allocations a join transaction_documents i on i.document_id = a.document_id
      where num_nonnulls(a.payment_id, a.credit_note_id) = 0 and a.reversed_at is null and ${onAccount}
      union all
      select d.on, 'exchange', i.document_id, i.document_number, null, a.exchange_difference * d.sign, a.allocation_id
      from allocations a join payments p using (payment_id) join transaction_documents i on i.document_id = a.document_id,
        lateral (values (a.allocated_on, 1), (${reversedOn('a')}, -1)) as d ("on", sign)
      where p.company_id = ${company_id} and a.exchange_difference <> 0 and d.on is not null) e
    order by e.date, array_position(${['invoice', 'credit_note', 'payment', 'exchange', 'reversal', 'refund', 'refund_reversal', 'write_off']}::text[], e.kind),
      e.place`.execute(context.db)
  return rows
}

interface Writer {
  money: (amount: string) => string
  text: (key: TextKey) => string
  day: (date: string) => string
}

/** The opening balance, and each movement with the balance after it. */
function movementsOf(
  { from, opening, lines }: Awaited<ReturnType<typeof readStatement>>,
  { money, text, day }: Writer,
): string[][] {
  return [
    [day(from), text('print.opening'), '', money(opening)],
    ...lines.map((line) => [
      day(line.date),
      [text(`print.entries.${line.kind}`), line.title, line.reason].filter(Boolean).join(' · '),
      money(line.amount),
      money(line.balance),
    ]),
  ]
}

/** The statement on paper, for the customer: seller, period, each movement, and the ageing of the balance. */
export async function drawStatement(
  context: Context,
  company_id: number,
  period: Period,
): Promise<PrintDocument> {
  const { actor } = context
  const statement = await readStatement(context, company_id, period, true)
  const sellers = await findSeller(context, [company_id])
  const marks = findOrThrow(
    await readCurrencyMarks(context),
    (mark) => mark.currency_id === statement.currency_id,
  )
  const money = (amount: string) => formatMoney(amount, marks, localeOfActor(actor))
  const text = (key: TextKey) => translate(actor.language, key)
  const day = (date: string) => dateText(actor, date)
  const { ageing } = statement
  const at = instantText(actor, context.now.toISOString())
  const printed = translate(actor.language, 'print.printed_at', { at })
  return {
    title: text('print.statement'),
    subtitle: `${day(statement.from)} – ${day(statement.to)} · ${printed}`,
    language: actor.language,
    ...(await readLetterhead(context, getOrThrow(sellers, company_id))),
    blocks: [{ title: text('print.customer'), lines: [statement.company_title] }],
    facts: (['current', 'days_30', 'days_60', 'days_90', 'older', 'unapplied', 'total'] as const).map(
      (name): [string, string] => [text(`print.ageing.${name}`), money(ageing[name])],
    ),
    head: STATEMENT_COLUMNS.map((name) => text(`print.statement_head.${name}`)),
    figures: [2, 3],
    rows: movementsOf(statement, { money, text, day }),
    totals: [
      [text('print.charges'), money(statement.charges)],
      [text('print.payments'), money(`-${statement.payments}`)],
      [text('print.closing'), money(statement.closing)],
    ],
  }
}
