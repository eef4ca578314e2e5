import { sql } from 'kysely'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { type Compared, reconciliationFigures, trendStep } from '#core/domains/finance/reports.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isInEither, type Question, type Report, type ReportContent } from './question.ts'
import { readTitles } from './readTitles.ts'

interface Part extends Compared {
  key: number | null
  /** Currency of the billed amount. */
  currency_id: number | null
  is_now: boolean
  day: string
  amount: string
}

/**
 * Lifted, delivered, gauged and billed quantities of a seller's rounds and sales of a period, by product or truck. Rounds
 * count by the day of their end, and sales by their day in the journal.
 */
export async function readReconciliation(context: Context, question: Question): Promise<ReportContent> {
  const parts = await readParts(context, question)
  const now = parts.filter(({ is_now }) => is_now)
  const before = parts.filter(({ is_now }) => !is_now)
  const volumesOf = (parts: readonly Part[]) => reconciliationFigures(parts, question.litres_of_unit)
  const byKey = groupBy(now, ({ key }) => key)
  const titles = await readTitles(
    context,
    question.by,
    [...byKey.keys()].flatMap((key) => key ?? []),
  )
  const rows = [...byKey].map(([key, keyParts]): Report['rows'][number] => {
    const currencies = currenciesOf(keyParts)
    const [currency_id = null] = currencies.length === 1 ? currencies : []
    return {
      ...{ key: String(key ?? 'none'), title: titles.get(String(key)) ?? null, currency_id },
      // Amounts of two currencies are not added.
      figures: {
        ...volumesOf(keyParts),
        amount: currency_id === null ? null : amountOf(keyParts, currency_id),
      },
    }
  })
  const volumeTotals = { currency_id: null, now: volumesOf(now), before: volumesOf(before) }
  return {
    rows: rows.sort((a, b) => Number(b.figures.delivered) - Number(a.figures.delivered)),
    left_out: 0,
    totals: parts.length === 0 ? [] : [volumeTotals, ...amountsByCurrency(now, before)],
    trend: [...groupBy(now, ({ day }) => day)]
      .map(([day, dayParts]) => ({ day, value: Number(volumesOf(dayParts).delivered) }))
      .sort((a, b) => a.day.localeCompare(b.day)),
  }
}

function currenciesOf(parts: readonly Part[]): number[] {
  return [...new Set(parts.flatMap(({ currency_id }) => currency_id ?? []))].sort((a, b) => a - b)
}

/** The billed amounts of both periods in each of their currencies. */
function amountsByCurrency(now: readonly Part[], before: readonly Part[]): Report['totals'] {
  return currenciesOf([...now, ...before]).map((currency_id) => ({
    currency_id,
    now: { amount: amountOf(now, currency_id) },
    before: { amount: amountOf(before, currency_id) },
  }))
}

function amountOf(parts: readonly Part[], currency: number): string {
  const amounts = parts.flatMap(({ currency_id, amount }) => (currency_id === currency ? amount : []))
  return sumOf(amounts).toFixed(STORED_PLACES)
}

/** Sums by key, month or day of the chart, and currency of what was billed. */
async function readParts({ db }: Context, question: Question): Promise<Part[]> {
  const { seller_id, period, before, by } = question
  const key = (alias: string) => sql.ref(`${alias}.${by === 'truck' ? 'truck_id' : 'product_id'}`)
  const bucket = sql`${sql.ref('day')} >= ${period.from}::date as is_now, date_trunc(${trendStep(period)}, day)::date as day`
  const { haulers, zone } = await readHaulers(db, seller_id)
  // Two comparisons of different expressions, because the planner takes a range of a computed day for nearly empty and joins row by row.
  const { rows } = await sql<Part>`
    with rounds as materialized (
      select s.shipment_id, s.truck_id, ${bucket} from shipment_planners s, lateral (
        select coalesce((s.delivered_at at time zone ${zone})::date, s.deliver_date, s.load_date) as day) d
      where s.status_id = ${SHIPMENT_STATUS.finalized} and s.company_id = any(${haulers})
        and day - ${before.from}::date >= 0 and day <= ${period.to}::date and ${isInEither(question, sql`day`)}),
    lifts as materialized (
      select t.shipment_id, ${key('t')} as key, r.is_now, r.day, t.gross_liters as lifted from lift_tickets t join rounds r using (shipment_id)
      where not exists (select from lift_tickets n where n.correction_of = t.lift_ticket_id)),
    figures as (
      select ${by === 'truck' ? sql`coalesce(f.truck_id, r.truck_id)` : key('f')} as key, r.is_now, r.day, sum(f.delivered) as delivered,
        sum(f.delivered) filter (where f.shipment_id in (select shipment_id from lifts)) as of_lifted, sum(f.metered) as metered,
        sum(f.gauged) as gauged, sum(f.difference) as difference
      from rounds r join round_figures f using (shipment_id)
      where f.parts > 0 group by 1, 2, 3),
    sales as (
      select ${key('s')} as key, s.currency_id, ${bucket}, s.litres, s.amount from sale_lines s
      where s.seller_id = ${seller_id} and s.day between ${before.from}::date and ${period.to}::date
        and ${isInEither(question, sql`s.day`)})
    select key, currency_id, is_now, day,
      ${sql.join(
        ['lifted', 'delivered', 'of_lifted', 'metered', 'gauged', 'difference', 'billed', 'amount'].map(
          (name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.id(name)}`,
        ),
      )}
    from (
      select key, null::int8 as currency_id, is_now, day, sum(lifted) as lifted, null::numeric as delivered, null::numeric as of_lifted,
        null::numeric as metered, null::numeric as gauged, null::numeric as difference, null::numeric as billed, null::numeric as amount
      from lifts group by 1, 3, 4
      union all select key, null, is_now, day, null, delivered, of_lifted, metered, gauged, difference, null, null from figures
      union all select key, currency_id, is_now, day, null, null, null, null, null, null, sum(litres), sum(amount) from sales
        group by 1, 2, 3, 4) v
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** The companies whose rounds deliver for a seller, and the time zone of the business. */
async function readHaulers(db: Database, seller_id: number | null) {
  const { rows } = await sql<{ haulers: number[]; zone: string }>`
    select business_time_zone() as zone, array(
      select company_id from (select distinct company_id from tanker_trucks) k join companies c using (company_id)
      where ${seller_id} = case when c.organisation_type_id = ${ORGANISATION_TYPE.distributor} or c.company_id = ${OWN_COMPANY}
        then c.company_id else seller_of(c.company_id) end) as haulers`.execute(db)
  return firstOf(rows)
}
