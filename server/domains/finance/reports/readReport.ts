import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import {
  lastMonth,
  type Period,
  periodBefore,
  REPORT_FILTERS,
  REPORTS,
  type ReportFilter,
  type ReportGroup,
  type ReportName,
  trendDays,
} from '#core/domains/finance/reports.ts'
import { people } from '#core/domains/people/people.ts'
import { tanker_trucks } from '#core/domains/shipments/tanker_trucks.ts'
import { LITRES_PER_US_GALLON, volumeUnit } from '#core/platform/units.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { titleSql } from '#server/resources/titleSql.ts'
import { visible } from '#server/resources/visible.ts'
import { journalSeenBy } from '../journal/requireSeller.ts'
import type { Asked, Found, Question, Report } from './question.ts'
import { readMargin } from './readMargin.ts'
import { readReconciliation } from './readReconciliation.ts'
import { readRunOuts } from './readRunOuts.ts'

const SOURCES: Readonly<Record<ReportName, (context: Context, question: Question) => Promise<Found>>> = {
  margin: readMargin,
  reconciliation: readReconciliation,
  run_outs: readRunOuts,
}

/** Rows on a screen, and in a file. */
const SHOWN_ROWS = 500
export const FILED_ROWS = 50_000

/**
 * A report of a seller, for who sees its accounts.
 * @throws Refusal 404 for a seller out of reach; 422 for a period that ends before it begins, and for a group that the report does not have
 */
export async function readReport(
  context: Context,
  name: ReportName,
  asked: Asked,
  limit = SHOWN_ROWS,
): Promise<Report> {
  const { db, actor } = context
  const { rows: sellers } = await sql<Report['sellers'][number]>`
    select c.company_id as seller_id, c.company as title from companies c
    where exists (select from journal_entries e where e.seller_id = c.company_id) and ${journalSeenBy(actor, 'c.company_id')}
    order by c.company, c.company_id`.execute(db)
  const seller_id = asked.seller_id ?? sellers[0]?.seller_id ?? null
  if (asked.seller_id && !sellers.some((one) => one.seller_id === seller_id)) throw notFound('seller_id')
  const { today, period } = await periodOf(context, asked)
  const { by: groups }: { by: readonly ReportGroup[] } = REPORTS[name]
  const by = asked.by ?? groups[0]!
  if (period.from > period.to) throw invalid([{ field: 'to', rule: 'before_from' }])
  if (!groups.includes(by)) throw invalid([{ field: 'by', rule: 'choice' }])
  const unit = volumeUnit(actor.units)
  const head = { sellers, seller_id, ...period, before: periodBefore(period), by, unit }
  const filters = groups.includes('document') ? narrowing(asked) : {}
  const found = await SOURCES[name](context, {
    ...{ seller_id, period, before: head.before, by, filters, limit },
    litres_of_unit: unit === 'L' ? 1 : LITRES_PER_US_GALLON,
  })
  return {
    ...head,
    ...found,
    trend: withoutGaps(found.trend, trendDays(period)).filter(({ day }) => day <= today),
    filters: await readTitles(context, filters),
    waiting: await countWaiting(context, seller_id, period),
  }
}

/** Points for all steps of a chart: where nothing happened, 0. */
function withoutGaps(trend: Report['trend'], days: readonly string[]): Report['trend'] {
  const values = new Map(trend.map(({ day, value }) => [day, value]))
  return trend.length === 0 ? [] : days.map((day) => ({ day, value: values.get(day) ?? 0 }))
}

async function periodOf({ db }: Context, { from, to }: Asked): Promise<{ today: string; period: Period }> {
  const { rows } = await sql<{ today: string }>`select business_today() as today`.execute(db)
  const { today } = rows[0]!
  return { today, period: { ...lastMonth(today), ...(from && { from }), ...(to && { to }) } }
}

function narrowing(asked: Asked): Question['filters'] {
  return Object.fromEntries(
    Object.values(REPORT_FILTERS).flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
  )
}

/** The filters with the names of their records; null for `none` and for a record out of reach. */
async function readTitles({ db, actor }: Context, filters: Question['filters']): Promise<Report['filters']> {
  const titles = {
    product_id: sql`(select p.product_name from tank_products p where p.product_id = f.value::int8)`,
    company_id: sql`(select c.company from companies c where c.company_id = f.value::int8 and ${visible(actor, companies, 'c')})`,
    area: sql`f.value`,
    truck_id: sql`(select k.truck_name from tanker_trucks k where k.truck_id = f.value::int8 and ${visible(actor, tanker_trucks, 'k')})`,
    driver_id: sql`(select ${titleSql(actor, people, 'n')} from people n where n.people_id = f.value::int8 and ${visible(actor, people, 'n')})`,
  }
  return Promise.all(
    Object.entries(filters).map(async ([name, value]) => {
      if (value === 'none') return { name, title: null }
      const { rows } = await sql<{ title: string | null }>`
        select ${titles[name as ReportFilter]} as title from (select ${String(value)}::text as value) f`.execute(
        db,
      )
      return { name, title: rows[0]!.title }
    }),
  )
}

/** Invoices and credit notes of a period without lines in the journal. */
async function countWaiting(
  { db }: Context,
  seller_id: number | null,
  { from, to }: Period,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from journal_entries
    where seller_id = ${seller_id} and posted_on is null and kind in ('invoice', 'credit_note')
      and dated between ${from}::date and ${to}::date`.execute(db)
  return rows[0]!.count
}
