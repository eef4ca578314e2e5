import { type RawBuilder, sql } from 'kysely'
import {
  marginFigures,
  REPORT_FILTERS,
  type ReportGroup,
  type Sold,
  trendStep,
} from '#core/domains/finance/reports.ts'
import { people } from '#core/domains/people/people.ts'
import { tanker_trucks } from '#core/domains/shipments/tanker_trucks.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { Exact } from '#core/platform/exact.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/titleSql.ts'
import { visible } from '#server/resources/visible.ts'
import type { Found, Question } from './question.ts'

const SUMS = sql`coalesce(sum(s.litres), 0) as litres, sum(s.amount) as billed,
  coalesce(sum(s.litres) filter (where s.cost is not null), 0) as known_litres,
  coalesce(sum(s.amount) filter (where s.cost is not null), 0) as known_billed, sum(s.cost) as cost`

/** Gallons, what was billed before taxes, cost and margin of a seller's invoices less credit notes, by their days in the journal. */
export async function readMargin(context: Context, question: Question): Promise<Found> {
  const { period, before, litres_of_unit } = question
  const figures = (sold: Sold) => marginFigures(sold, litres_of_unit)
  const { rows: points } = await sql<Sold & { currency_id: number; is_now: boolean; day: string }>`
    select s.currency_id, s.day >= ${period.from}::date as is_now, date_trunc(${trendStep(period)}, s.day)::date as day, ${SUMS}
    from ${sold(question, { from: before.from, to: period.to })} group by 1, 2, 3 order by 1, 3`.execute(
    context.db,
  )
  const currencies = [...new Set(points.map(({ currency_id }) => currency_id))]
  const sumOf = (currency_id: number, is_now: boolean) =>
    figures(sumSold(points.filter((one) => one.currency_id === currency_id && one.is_now === is_now)))
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
      value: Number(figures(sumSold(points.filter((one) => one.is_now && one.day === day)))['volume']),
    })),
  }
}

async function readRows(context: Context, question: Question): Promise<Pick<Found, 'rows' | 'left_out'>> {
  const { key, title, join } = groupOf(context.actor, question.by)
  const { rows } = await sql<
    Sold & { key: string | null; title: string | null; currency_id: number; count: number }
  >`
    select g.key::text as key, ${title} as title, g.currency_id, g.litres, g.billed, g.known_litres, g.known_billed, g.cost,
      count(*) over ()::int as count
    from (select ${key} as key, s.currency_id, ${SUMS} from ${sold(question, question.period)} group by 1, 2) g ${join}
    order by g.billed desc, 2, 1 limit ${question.limit}`.execute(context.db)
  return {
    rows: rows.map(({ key, title, currency_id, count: _, ...sums }) => ({
      ...{ key: key ?? 'none', title, currency_id },
      figures: marginFigures(sums, question.litres_of_unit),
    })),
    left_out: (rows[0]?.count ?? 0) - rows.length,
  }
}

/** The sale lines `s` of a period that a report asks for, with their sites `z`. */
function sold({ seller_id, filters }: Question, { from, to }: Question['period']): RawBuilder<unknown> {
  const columns = { ...COLUMNS, area: 'z.area' }
  const narrowed = Object.values(REPORT_FILTERS).flatMap((name) => {
    const value = filters[name]
    const column = sql.ref(columns[name])
    if (value === undefined) return []
    return [value === 'none' ? sql`and ${column} is null` : sql`and ${column} = ${value}`]
  })
  return sql`sale_lines s left join sites z on z.site_id = s.site_id
    where s.seller_id = ${seller_id} and s.day between ${from}::date and ${to}::date ${sql.join(narrowed, sql` `)}`
}

const COLUMNS = {
  product_id: 's.product_id',
  company_id: 's.company_id',
  truck_id: 's.truck_id',
  driver_id: 's.driver_id',
} as const

/** The column that a group goes by, and the title of its record. A name out of the actor's reach is left out. */
function groupOf(actor: Actor, by: ReportGroup) {
  const of = (column: string, title: RawBuilder<string | null>, join: RawBuilder<unknown>) => ({
    ...{ key: sql.ref(column), title, join: sql`left join ${join}` },
  })
  switch (by) {
    case 'customer':
      return of('s.company_id', sql`n.company`, sql`companies n on n.company_id = g.key`)
    case 'area':
      return { key: sql.ref('z.area'), title: sql<string | null>`g.key`, join: sql`` }
    case 'truck':
      return of(
        's.truck_id',
        sql`n.truck_name`,
        sql`tanker_trucks n on n.truck_id = g.key and ${visible(actor, tanker_trucks, 'n')}`,
      )
    case 'driver':
      return of(
        's.driver_id',
        titleSql(actor, people, 'n'),
        sql`people n on n.people_id = g.key and ${visible(actor, people, 'n')}`,
      )
    case 'document':
      return of(
        's.document_id',
        sql`n.document_number`,
        sql`transaction_documents n on n.document_id = g.key`,
      )
    default:
      return of(
        's.product_id',
        titleSql(actor, tank_products, 'n'),
        sql`tank_products n on n.product_id = g.key`,
      )
  }
}

function sumSold(some: readonly Sold[]): Sold {
  const sum = (name: keyof Sold) =>
    some.reduce((all, one) => all.plus(one[name] ?? 0), new Exact(0)).toFixed()
  return {
    ...{ litres: sum('litres'), billed: sum('billed'), known_litres: sum('known_litres') },
    ...{
      known_billed: sum('known_billed'),
      cost: some.some(({ cost }) => cost !== null) ? sum('cost') : null,
    },
  }
}
