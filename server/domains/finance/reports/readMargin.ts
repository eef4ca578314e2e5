import { type RawBuilder, sql } from 'kysely'
import {
  marginFigures,
  REPORT_FILTERS,
  type ReportGroup,
  type Sold,
  trendStep,
} from '#core/domains/finance/reports.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import type { Context } from '#server/platform/context.ts'
import { isInEither, type Question, type ReportContent } from './question.ts'
import { readTitles } from './readTitles.ts'

const SUMS = sql`coalesce(sum(s.litres), 0) as litres, sum(s.amount) as billed,
  coalesce(sum(s.litres) filter (where s.cost is not null), 0) as known_litres,
  coalesce(sum(s.amount) filter (where s.cost is not null), 0) as known_billed, sum(s.cost) as cost`

/** Gallons, billed amounts before taxes, cost and margin of a seller's invoices less credit notes, by their days in the journal. */
export async function readMargin(context: Context, question: Question): Promise<ReportContent> {
  const { period, before, litres_of_unit } = question
  const figures = (sold: Sold) => marginFigures(sold, litres_of_unit)
  const { rows: points } = await sql<Sold & { currency_id: number; is_now: boolean; day: string }>`
    select s.currency_id, s.day >= ${period.from}::date as is_now, date_trunc(${trendStep(period)}, s.day)::date as day, ${SUMS}
    from ${sold(question, { from: before.from, to: period.to })} and ${isInEither(question, sql`s.day`)} group by 1, 2, 3 order by 1, 3`.execute(
    context.db,
  )
  const currencies = [...new Set(points.map(({ currency_id }) => currency_id))]
  const sumOf = (currency_id: number, is_now: boolean) =>
    figures(sumSold(points.filter((point) => point.currency_id === currency_id && point.is_now === is_now)))
  const days = [...new Set(points.flatMap(({ is_now, day }) => (is_now ? [day] : [])))]
  return {
    ...(await readRows(context, question)),
    totals: currencies.map((currency_id) => ({
      currency_id,
      now: sumOf(currency_id, true),
      before: sumOf(currency_id, false),
    })),
    trend: days.map((day) => ({
      day,
      value: Number(figures(sumSold(points.filter((point) => point.is_now && point.day === day))).volume),
    })),
  }
}

async function readRows(
  context: Context,
  question: Question,
): Promise<Pick<ReportContent, 'rows' | 'left_out'>> {
  const { by, period, limit, litres_of_unit } = question
  const { rows } = await sql<Sold & { key: string | null; currency_id: number; count: number }>`
    select ${sql.ref(COLUMNS[by])}::text as key, s.currency_id, ${SUMS}, (count(*) over ())::int as count
    from ${sold(question, period)} group by 1, 2 order by billed desc, 1 limit ${limit}`.execute(context.db)
  const titles = await readTitles(
    context,
    by,
    rows.flatMap(({ key }) => key ?? []),
  )
  return {
    rows: rows.map(({ key, currency_id, count: _, ...sums }) => ({
      ...{ key: key ?? 'none', title: titles.get(key ?? '') ?? null, currency_id },
      figures: marginFigures(sums, litres_of_unit),
    })),
    left_out: (rows[0]?.count ?? 0) - rows.length,
  }
}

/** The sale lines `s` of a report's period, with their sites `z`. */
function sold({ seller_id, filters }: Question, { from, to }: Question['period']): RawBuilder<unknown> {
  const narrowed = keysOf(REPORT_FILTERS).flatMap((group) => {
    const value = filters[REPORT_FILTERS[group]]
    const column = sql.ref(COLUMNS[group])
    if (value === undefined) return []
    return [value === 'none' ? sql`and ${column} is null` : sql`and ${column} = ${value}`]
  })
  return sql`sale_lines s left join sites z on z.site_id = s.site_id
    where s.seller_id = ${seller_id} and s.day between ${from}::date and ${to}::date ${sql.join(narrowed, sql` `)}`
}

const COLUMNS: Readonly<Record<ReportGroup, string>> = {
  product: 's.product_id',
  customer: 's.company_id',
  area: 'z.area',
  truck: 's.truck_id',
  driver: 's.driver_id',
  document: 's.document_id',
  tank: 's.product_id',
}

function sumSold(some: readonly Sold[]): Sold {
  const sum = (name: keyof Sold) => sumOf(some.map((item) => item[name] ?? 0)).toFixed()
  return {
    ...{ litres: sum('litres'), billed: sum('billed'), known_litres: sum('known_litres') },
    ...{
      known_billed: sum('known_billed'),
      cost: some.some(({ cost }) => cost !== null) ? sum('cost') : null,
    },
  }
}
