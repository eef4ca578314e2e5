import pg from 'pg'
import { type OpenDatabase, openDatabase } from '#server/platform/database/database.ts'

/** A node of an executed plan, as `explain (analyze, format json)` reports it; figures are per-loop averages. */
export interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** An executed statement with its plan. */
export interface RanStatement {
  text: string
  plan: PlanNode
}

/**
 * Settings of sessions that explain every statement after it has run: the database sends the plan as a notice. Plans are custom,
 * single-process and without JIT, so that they are the same in each run.
 */
const WATCHED = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_nested_statements': 'on',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
}

/** The query by which the database itself checks foreign keys. */
const FOREIGN_KEY_CHECK = 'SELECT 1 FROM ONLY '

/** Makes new sessions of this database explain their statements. */
export async function watchSessions(client: pg.ClientBase, database: string): Promise<void> {
  for (const [name, value] of Object.entries(WATCHED)) {
    await client.query(`alter database ${pg.escapeIdentifier(database)} set ${name} = '${value}'`)
  }
}

/** The statements run in the sessions of a pool; `take` empties it. */
export interface PlanLog {
  take: () => RanStatement[]
}

/** Collects the plans that the database sends to a pool of watched sessions. */
export function collectPlans(pool: pg.Pool): PlanLog {
  let ran: RanStatement[] = []
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('plan:\n')
      if (at < 0) return
      const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at + 'plan:\n'.length))
      if (!text.startsWith(FOREIGN_KEY_CHECK)) ran.push({ text, plan })
    })
  })
  return {
    take: () => {
      const taken = ran
      ran = []
      return taken
    },
  }
}

/** A separate single session, so that its statements belong to one test. */
export function openWatched(connection: pg.PoolConfig): OpenDatabase & PlanLog {
  const database = openDatabase({ ...connection, max: 1 })
  return { ...database, ...collectPlans(database.pool) }
}
