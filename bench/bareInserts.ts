import type pg from 'pg'
import { cpuTimes } from './cpuTimes.ts'

/** The tables into which an uplink inserts rows, and their order. */
const TABLES: Readonly<Record<string, string>> = {
  readings: 'floor(extract(epoch from at) / 7200), device_id, port_number, at',
  readings_hourly: 'at, device_id, port_number',
  readings_daily: 'at, device_id, port_number',
  device_records: 'floor(extract(epoch from at) / 7200), device_id, at',
  port_states: 'device_id, port_number',
  device_states: 'device_id',
  raw_uplinks: 'uplink_id',
}
/** The larger a transaction, the less it costs, up to a point: the best of these is the floor. */
const UPLINKS_A_TRANSACTION = [40, 160, 320]

/** The result of the fastest transaction size. */
export interface Floor {
  /** Readings a second. */
  rate: number
  /** Microseconds of CPU per reading, of this process and of the database. */
  server: number
  database: number
}

interface Copied {
  insert: string
  /** A list of values for each column, in the database's format. */
  columns: unknown[][]
  length: number
}

/**
 * The floor of the ingest: every row that the ingest has written, inserted once more by the bare driver into empty tables of the same shape
 * (columns, keys, partitions), one statement per table and transaction, on one connection, with no other work.
 */
export async function bareInserts(pool: pg.Pool): Promise<Floor> {
  const client = await pool.connect()
  await client.query('create schema floor')
  const copies: Copied[] = []
  for (const [table, order] of Object.entries(TABLES)) copies.push(await copyOf(client, table, order))
  const floors: Floor[] = []
  const readings = copies[0]!.length
  for (const size of UPLINKS_A_TRANSACTION) {
    await client.query(`truncate ${Object.keys(TABLES).map((table) => `floor.${table}`)}`)
    await client.query('checkpoint')
    const before = await cpuTimes(pool)
    const startedAt = performance.now()
    await insertAll(client, copies, Math.ceil(copies.at(-1)!.length / size))
    const rate = (readings * 1000) / (performance.now() - startedAt)
    const after = await cpuTimes(pool)
    floors.push({
      rate,
      server: (after.server - before.server) / readings,
      database: (after.database - before.database) / readings,
    })
  }
  await client.query('drop schema floor cascade')
  client.release()
  return floors.reduce((best, floor) => (floor.rate > best.rate ? floor : best))
}

async function insertAll(client: pg.PoolClient, copies: readonly Copied[], transactions: number) {
  for (let index = 0; index < transactions; index++) {
    await client.query('begin')
    for (const [place, { insert, columns, length }] of copies.entries()) {
      const from = Math.floor((index * length) / transactions)
      const to = Math.floor(((index + 1) * length) / transactions)
      const values = columns.map((column) => column.slice(from, to))
      await client.query({ name: `floor_${place}`, text: insert, values })
    }
    await client.query('commit')
  }
}

/** An empty copy of a table, and the table's rows in memory. */
async function copyOf(client: pg.PoolClient, table: string, order: string): Promise<Copied> {
  const { rows: described } = await client.query<{ name: string; type: string; part: string | null }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, pg_get_partkeydef(attrelid) as part
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
    [`public.${table}`],
  )
  const part = described[0]!.part
  await client.query(
    `create table floor.${table} (like public.${table} including all) ${part ? `partition by ${part}` : ''}`,
  )
  if (part) await client.query(`create table floor.${table}_all partition of floor.${table} default`)
  const names = described.map(({ name }) => name).join(', ')
  const { rows } = await client.query<unknown[]>({
    text: `select ${names} from public.${table}
      where device_id in (select device_id from devices where public_id like 'INGEST-%') order by ${order}`,
    rowMode: 'array',
    types: { getTypeParser: () => (value: unknown) => value },
  })
  const arrays = described.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  return {
    insert: `insert into floor.${table} (${names}) select * from unnest(${arrays})`,
    columns: described.map((_, index) => rows.map((row) => row[index])),
    length: rows.length,
  }
}
