import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { ensurePartitions } from '#server/domains/telemetry/partitions.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'

/** Years of which the first tank has a history. */
const YEARS = 10

interface Fleet {
  devices: number
  /** For each customer, on average. */
  devicesOfCompany: number
  /**
   * How finely the statistics are gathered (`default_statistics_target`). The whole of a table is read for them where it has
   * no more than 300 times as many rows: they are the same each time then.
   */
  statistics?: number
}

/**
 * Fills a database that holds the base records and the accounts of the tests with a business of this many devices, and
 * gathers its statistics. It is the same business each time: every value follows from the number of its row.
 * @param connection that of a superuser.
 */
export async function fillFleet(
  connection: pg.PoolConfig,
  { devices, devicesOfCompany, statistics = 100 }: Fleet,
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  await ensurePartitions(pool, lastYears())
  await pool.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '128MB';
     set default_statistics_target = ${statistics}; set fleet.devices = ${devices};
     set fleet.devices_of_company = ${devicesOfCompany}`,
  )
  // Rows first, indexes afterwards: maintaining them while millions of rows are written takes several times as long.
  const { rows: indexes } = await pool.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
      join pg_class c on c.oid = indrelid join pg_namespace s on s.oid = relnamespace
     where nspname = 'public' and relkind = 'r' and not indisunique`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  await pool.query(fs.readFileSync(path.join(projectRoot, 'server/app/testing/fleet/fill.sql'), 'utf8'))
  for (const { text } of indexes) await pool.query(text)
  await setSequences(pool)
  await pool.query('vacuum analyze')
  await pool.end()
}

/** A moment of each of the years, this one included. */
function lastYears(): number[] {
  const year = new Date().getUTCFullYear()
  return Array.from({ length: YEARS + 1 }, (_, ago) => Date.UTC(year - ago, 0, 15))
}

/** The next record that the product creates comes after those that were written with their ids. */
async function setSequences(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ sequence: string; table: string; column: string }>(
    `select pg_get_serial_sequence(quote_ident(relname), attname) as sequence, relname as table, attname as column
     from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace s on s.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition and attidentity <> ''`,
  )
  for (const { sequence, table, column } of rows) {
    await pool.query(`select setval('${sequence}', greatest((select max(${column}) from ${table}), 1))`)
  }
}
