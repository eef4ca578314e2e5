import fs from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import type pg from 'pg'
import { withClient } from './largeFleet/openLargeFleet.ts'

/** Options that make a Node process write its CPU profile into a folder when it ends. */
export function profiling(folder: string | undefined): string[] {
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** Profiled process and output folder; nothing without a folder. */
export interface Profiled {
  connection: pg.PoolConfig
  profile: string | undefined
}

/** Runs some work in this process, and writes what processor and database did meanwhile into files of its name. */
export async function whileProfiling<T>(
  { connection, profile: folder }: Profiled,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!folder) return work()
  await startStatementStatistics(connection)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  const result = await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  await writeStatements(connection, folder, `${name}-statements`)
  fs.writeFileSync(path.join(folder, `${name}.cpuprofile`), JSON.stringify(profile))
  return result
}

const TOP = 40

/** Resets the database's statement statistics, and makes it explain statements of 50 ms and more in its log. */
export async function startStatementStatistics(connection: pg.PoolConfig): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('select pg_stat_statements_reset()')
    await client.query(`alter system set auto_explain.log_min_duration = '50ms'`)
    await client.query('alter system set pg_stat_statements.track_planning = on')
    await client.query('alter system set auto_explain.log_analyze = on')
    await client.query('alter system set auto_explain.log_timing = off')
    await client.query('select pg_reload_conf()')
  })
}

/** Writes the product's statements that took most of the database's time since then into a file. */
export async function writeStatements(
  connection: pg.PoolConfig,
  folder: string,
  name = 'statements',
): Promise<void> {
  const rows = await withClient(connection, async (client) => {
    const result = await client.query<Record<string, string | number>>(
      `select calls, round(total_exec_time::numeric) as ms, round(mean_exec_time::numeric, 3) as ms_each,
         round((total_plan_time / greatest(plans, 1))::numeric, 3) as ms_of_planning, rows,
         shared_blks_hit + shared_blks_read as blocks, query
       from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
       order by total_exec_time desc limit ${TOP}`,
    )
    return result.rows
  })
  const tables = await withClient(connection, async (client) => {
    const result = await client.query<Record<string, string | number>>(
      `select relname, n_tup_ins, n_tup_upd, n_tup_hot_upd, n_dead_tup, autovacuum_count from pg_stat_user_tables
       where n_tup_upd + n_tup_ins > 0 order by n_tup_upd desc, n_tup_ins desc limit ${TOP}`,
    )
    return result.rows
  })
  fs.mkdirSync(folder, { recursive: true })
  const lines = tables.map((each) => JSON.stringify(each)).join('\n')
  fs.writeFileSync(path.join(folder, `${name.replace('statements', 'tables')}.txt`), `${lines}\n`)
  const text = rows
    .map(({ query, ...figures }) => `${JSON.stringify(figures)}\n${String(query)}\n`)
    .join('\n')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, `${name}.txt`), text)
}
