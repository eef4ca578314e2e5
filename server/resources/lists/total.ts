import { type RawBuilder, sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import type { Rows } from '../rows.ts'
import type { ListQuery } from './listQuery.ts'
import { unionOf } from './matchingRows.ts'
import { ShortLivedCache } from './shortLivedCache.ts'

/** Matching records are counted up to this number for a response; beyond, the total is estimated. */
export const COUNT_LIMIT = 10_000

/** Only an estimate may be some seconds old: what can be counted is counted each time. */
const estimates = new ShortLivedCache<number>(5_000)

export interface Total {
  total_records: number
  total_is_estimate?: 1
}

/**
 * The total of matching records: exact up to 10,000, and beyond if the query asks for it (`exact`); otherwise the database's estimate,
 * which is never below the counted or shown rows.
 * @param sources the matching records as queries with indexes; a record is in exactly one of them.
 * @param shown the number of rows of the page: the last page determines the total.
 */
export async function totalOf(
  { db }: Context,
  sources: readonly Rows[],
  query: ListQuery,
  shown: number,
): Promise<Total> {
  const { page_size, page_num } = query
  const before = page_size === 0 ? 0 : (page_num - 1) * page_size
  const isLast = page_size === 0 || shown < page_size
  if (isLast && (shown > 0 || before === 0)) return { total_records: before + shown }
  // For an empty page behind the last one the caller needs to know where the end is.
  const all = marksOf(sources)
  if (query.exact || shown === 0) return { total_records: await countIn(db, all) }
  const estimate = await estimateOf(db, all, marksOf(sources, COUNT_LIMIT + 1))
  if (estimate.isExact) return { total_records: Math.max(estimate.count, before + shown) }
  return { total_records: Math.max(estimate.count, before + shown), total_is_estimate: 1 }
}

/** Counts all of them, however long that takes. */
export function countAll({ db }: Pick<Context, 'db'>, matching: Rows): Promise<number> {
  return countIn(db, sql`${matching.select(sql`1`.as('one'))}`)
}

/** A mark for each matching record, up to a limit. */
function marksOf(sources: readonly Rows[], limit?: number): RawBuilder<unknown> {
  return unionOf(
    sources.map((rows) => rows.select(sql`1`.as('one'))),
    limit,
  )
}

/** Counts the matching records up to a limit. */
export function countUpTo(db: Context['db'], sources: readonly Rows[], limit: number): Promise<number> {
  return countIn(db, marksOf(sources, limit))
}

async function countIn(db: Context['db'], rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) as count from (${rows}) as counted`.execute(db)
  return Number(firstOf(counts).count)
}

async function estimateOf(
  db: Context['db'],
  all: RawBuilder<unknown>,
  some: RawBuilder<unknown>,
): Promise<{ count: number; isExact: boolean }> {
  const { sql: text, parameters } = some.compile(db)
  const key = `${text}\n${JSON.stringify(parameters)}`
  const known = estimates.get(db, key)
  if (known !== undefined) return { count: known, isExact: false }
  const count = await countIn(db, some)
  if (count <= COUNT_LIMIT) return { count, isExact: true }
  const estimate = Math.max(count, await plannedRows(db, all))
  estimates.set(db, key, estimate)
  return { count: estimate, isExact: false }
}

/** The number of rows that the planner expects from its statistics: as fast as planning. */
async function plannedRows(db: Context['db'], rows: RawBuilder<unknown>): Promise<number> {
  const { rows: plans } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${rows}`.execute(db)
  return firstOf(plans)['QUERY PLAN'][0].Plan['Plan Rows']
}
