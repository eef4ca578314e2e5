import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'

// The wire's forms come straight from the driver: ids are numbers, instants ISO texts, dates and decimals texts.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(DATE, (value) => value)
pg.types.setTypeParser(TIMESTAMPTZ, (value) =>
  value.includes('infinity') ? value : new Date(value).toISOString(),
)

/**
 * Tables are named at run time (by definitions and by the migrations), so the builder's own column types would
 * vouch for nothing here; the contract test and the drift test vouch for every column instead.
 */
export type Database = Kysely<any>

/** Opens a pool of connections. */
export function openDatabase(connection: pg.PoolConfig): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({ application_name: 'ullage', ...connection })
  // A connection that breaks while idle is replaced by the pool; the error must not end the process.
  pool.on('error', () => {})
  // One that breaks at work fails its query; that is enough said.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: new Kysely<any>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) }), pool }
}
