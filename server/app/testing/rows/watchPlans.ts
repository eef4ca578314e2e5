import pg from 'pg'
import { type OpenDatabase, openDatabase } from '#server/platform/database.ts'

/** A node of a plan that has run, as `explain (analyze, format json)` reports it; figures are those of one loop on average. */
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

/** A statement that has run, with its plan. */
export interface RanStatement {
  text: string
  plan: PlanNode
}

/**
 * Sessions whose every statement is explained after it has run: the database sends the plan as a notice. Plans are made for the
 * values of each statement, in one process and without compiling, so that they are the same in each run.
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

/** How the database itself looks up what a row that is written refers to. */
const FOREIGN_KEY_CHECK = 'SELECT 1 FROM ONLY '

/** From now on the sessions of this database are watched. */
export async function watchSessions(client: pg.ClientBase, database: string): Promise<void> {
  for (const [name, value] of Object.entries(WATCHED)) {
    await client.query(`alter database ${pg.escapeIdentifier(database)} set ${name} = '${value}'`)
  }
}

/** What ran in the sessions of a pool; `take` empties it. */
export interface PlanLog {
  take: () => RanStatement[]
}

/** Collects the plans that the database sends to a pool whose sessions are watched. */
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

/** A single session of its own, so that what it runs is known to be one thing. */
export function openWatched(connection: pg.PoolConfig): OpenDatabase & PlanLog {
  const database = openDatabase({ ...connection, max: 1 })
  return { ...database, ...collectPlans(database.pool) }
}
