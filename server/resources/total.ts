import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { ShortLivedCache } from './keptForAMoment.ts'
import type { ListQuery } from './listQuery.ts'
import type { Rows } from './rows.ts'

/** So many matching records are counted for an answer; of more it is estimated how many there are. */
export const COUNT_LIMIT = 10_000

/** Only an estimate may be some seconds old: what can be counted is counted each time. */
const estimates = new ShortLivedCache<number>(5_000)

export interface Total {
  total_records: number
  total_is_estimate?: 1
}

/**
 * How many records match in all: exactly up to 10,000, and beyond when the query asks for it (`exact`); an estimate of the
 * database otherwise, which is never below what was counted or shown.
 * @param shown how many rows the page holds: the last page tells the total by itself.
 */
export async function totalOf(
  context: Context,
  matching: Rows,
  query: ListQuery,
  shown: number,
): Promise<Total> {
  const { page_size, page_num } = query
  const before = page_size === 0 ? 0 : (page_num - 1) * page_size
  const isLast = page_size === 0 || shown < page_size
  if (isLast && (shown > 0 || before === 0)) return { total_records: before + shown }
  // Nothing on a page that lies behind the last one: whoever asked for it wants to know where that is.
  if (query.exact || shown === 0) return { total_records: await countAll(context, matching) }
  const estimate = await estimateOf(context, matching)
  if (estimate.isExact) return { total_records: Math.max(estimate.count, before + shown) }
  return { total_records: Math.max(estimate.count, before + shown), total_is_estimate: 1 }
}

/** Every one of them, however long that takes. */
export async function countAll({ db }: Pick<Context, 'db'>, matching: Rows): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`${matching.select(sql<number>`count(*)`.as('count'))}`.execute(db)
  return Number(rows[0]!.count)
}

async function estimateOf({ db }: Context, matching: Rows): Promise<{ count: number; isExact: boolean }> {
  const some = matching.select(sql`1`.as('one')).limit(sql.lit(COUNT_LIMIT + 1))
  const asked = sql`select count(*) as count from (${some}) as counted`.compile(db)
  const key = `${asked.sql}\n${JSON.stringify(asked.parameters)}`
  const known = estimates.get(db, key)
  if (known !== undefined) return { count: known, isExact: false }
  const { rows } = await db.executeQuery<{ count: number }>(asked)
  const count = Number(rows[0]!.count)
  if (count <= COUNT_LIMIT) return { count, isExact: true }
  const estimate = Math.max(count, await plannedRows(db, matching))
  estimates.set(db, key, estimate)
  return { count: estimate, isExact: false }
}

/** How many rows the database expects, from its statistics: to ask takes no longer than to plan. */
async function plannedRows(db: Context['db'], matching: Rows): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${matching.select(sql`1`.as('one'))}`.execute(db)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}
