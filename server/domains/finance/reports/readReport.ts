import { sql } from 'kysely'
import {
  lastMonth,
  type Period,
  periodBefore,
  REPORT_FILTERS,
  REPORTS,
  type ReportGroup,
  type ReportName,
  trendDays,
} from '#core/domains/finance/reports.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { LITRES_PER_US_GALLON, volumeUnit } from '#core/platform/numbers/units.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { chooseSeller } from '../journal/chooseSeller.ts'
import type { Question, Report, ReportContent, ReportQuery } from './question.ts'
import { readMargin } from './readMargin.ts'
import { readReconciliation } from './readReconciliation.ts'
import { readRunOuts } from './readRunOuts.ts'
import { readTitles } from './readTitles.ts'

const SOURCES: Readonly<
  Record<ReportName, (context: Context, question: Question) => Promise<ReportContent>>
> = {
  margin: readMargin,
  reconciliation: readReconciliation,
  run_outs: readRunOuts,
}

/** Rows on a screen, and in a file. */
const SHOWN_ROWS = 500
export const FILED_ROWS = 50_000

/**
 * A report of a seller; the actor must see its accounts.
 * @throws Refusal 404 for a seller out of reach; 422 for a period that ends before it begins, and for a group that the report does not have
 */
export async function readReport(
  context: Context,
  name: ReportName,
  query: ReportQuery,
  limit = SHOWN_ROWS,
): Promise<Report> {
  const { sellers, seller_id } = await chooseSeller(context, query.seller_id)
  const { today, period } = await periodOf(context, query)
  const { by: groups }: { by: readonly ReportGroup[] } = REPORTS[name]
  const by = query.by ?? firstOf(groups)
  if (period.from > period.to) throw invalid([{ field: 'to', rule: 'before_from' }])
  if (!groups.includes(by)) throw invalid([{ field: 'by', rule: 'choice' }])
  const unit = volumeUnit(context.actor.units)
  const head = { sellers, seller_id, ...period, before: periodBefore(period), by, unit }
  const filters = groups.includes('document') ? narrowing(query) : {}
  const found = await SOURCES[name](context, {
    ...{ seller_id, period, before: head.before, by, filters, limit },
    litres_of_unit: unit === 'L' ? 1 : LITRES_PER_US_GALLON,
  })
  return {
    ...head,
    ...found,
    trend: withoutGaps(found.trend, trendDays(period)).filter(({ day }) => day <= today),
    filters: await readFilters(context, filters),
    waiting: await countWaiting(context, seller_id, period),
  }
}

/** Points for all steps of a chart; 0 if nothing happened. */
function withoutGaps(trend: Report['trend'], days: readonly string[]): Report['trend'] {
  const values = new Map(trend.map(({ day, value }) => [day, value]))
  return trend.length === 0 ? [] : days.map((day) => ({ day, value: values.get(day) ?? 0 }))
}

async function periodOf(
  { db }: Context,
  { from, to }: ReportQuery,
): Promise<{ today: string; period: Period }> {
  const { rows } = await sql<{ today: string }>`select business_today() as today`.execute(db)
  const { today } = firstOf(rows)
  return { today, period: { ...lastMonth(today), ...(from && { from }), ...(to && { to }) } }
}

function narrowing(query: ReportQuery): Question['filters'] {
  return Object.fromEntries(
    Object.values(REPORT_FILTERS).flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
}

/** The filters with the names of their records; null for `none` and for a record out of reach. */
async function readFilters(context: Context, filters: Question['filters']): Promise<Report['filters']> {
  const groups = keysOf(REPORT_FILTERS)
  const found = groups.flatMap((group) => {
    const [name, value] = [REPORT_FILTERS[group], filters[REPORT_FILTERS[group]]]
    return value === undefined ? [] : [{ group, name, value }]
  })
  return Promise.all(
    found.map(async ({ group, name, value }) => {
      const titles = value === 'none' ? undefined : await readTitles(context, group, [value])
      return { name, title: titles?.get(String(value)) ?? null }
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
  return firstOf(rows).count
}
