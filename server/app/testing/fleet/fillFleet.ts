import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { ensurePartitions } from '#server/domains/telemetry/intake/partitions.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'

/** Years of history of the first tank. */
const YEARS = 10

interface Fleet {
  devices: number
  /** Devices per customer, on average. */
  devicesOfCompany: number
  /**
   * The statistics target (`default_statistics_target`). A table with at most 300 times as many rows is read in full, so that its
   * statistics are the same each time.
   */
  statistics?: number
}

/**
 * Fills a database that holds the base records and the accounts of the tests with a business of this many devices, and gathers its
 * statistics. The business is the same each time: every value is a function of its row number.
 * @param connection of a superuser.
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
  // Rows first, indexes afterwards: updating indexes while millions of rows are written takes several times as long.
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

/** A moment in each of the years, this one included. */
function lastYears(): number[] {
  const year = new Date().getUTCFullYear()
  return Array.from({ length: YEARS + 1 }, (_, ago) => Date.UTC(year - ago, 0, 15))
}

/** Moves the sequences past the explicitly written ids. */
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
