import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startServer } from '#server/app/server.ts'
import { seedAccounts } from '#server/app/testing/accounts.ts'
import { fillFleet } from '#server/app/testing/fleet/fillFleet.ts'
import { readConfig } from '#server/platform/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/database/embeddedPostgres.ts'
import { WrongSchema } from '#server/platform/database/migrate.ts'
import { openLog } from '#server/platform/log.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'

/** A database of a business of a certain size: one for the product, and a copy for the floors. */
export interface LargeFleet {
  engine: EmbeddedPostgres
  product: pg.PoolConfig
  floors: pg.PoolConfig
  devices: number
}

const FILLED = 'filled.txt'
/** A device's connection status depends on the clock: yesterday's fleet would be offline. */
const MAX_FLEET_AGE_MS = 24 * 3_600_000
const FLOORS = 'floors'

/** Folder for data that is slow to create: databases and the peers. */
export const benchFolder = process.env['BENCH_DIR'] ?? path.join(os.tmpdir(), 'ullage-bench')

/**
 * Starts the database with `devices` devices and all related records. It is filled once and retained; a later run migrates it and reuses it.
 * With `watched` the database counts and explains its statements.
 */
export async function openLargeFleet(
  devices: number,
  { watched = false }: { watched?: boolean } = {},
): Promise<LargeFleet> {
  const folder = path.join(benchFolder, `fleet-${devices}`)
  if (!isFresh(folder)) fs.rmSync(folder, { recursive: true, force: true })
  const isNew = !fs.existsSync(folder)
  const engine = await startFleetDatabase(folder, watched)
  const product = engine.connection
  try {
    await bringUpToDate(product)
  } catch (error) {
    await engine.stop()
    if (isNew || !(error instanceof WrongSchema)) throw error
    // Discarded: a version with an unknown schema filled it.
    fs.rmSync(folder, { recursive: true, force: true })
    return openLargeFleet(devices, { watched })
  }
  if (isNew) {
    const startedAt = Date.now()
    await fillFleet(product, { devices, devicesOfCompany: 9 })
    fs.writeFileSync(path.join(folder, FILLED), 'server/app/testing/fleet/fill.sql')
    console.log(
      `Filled ${devices.toLocaleString('en')} devices in ${Math.round((Date.now() - startedAt) / 1000)} s.`,
    )
  }
  await withClient(product, (client) =>
    client.query(`update sessions set expires_at = now() + interval '1 day'`),
  )
  const floors = { ...product, database: FLOORS }
  await copyForFloors(product, floors)
  return { engine, product, floors, devices }
}

function isFresh(folder: string): boolean {
  const file = path.join(folder, FILLED)
  return fs.existsSync(file) && Date.now() - fs.statSync(file).mtimeMs < MAX_FLEET_AGE_MS
}

/** Starts the database of a folder. Libraries are loaded at the start only: to be watched it is configured and restarted. */
export async function startFleetDatabase(folder: string, watched: boolean): Promise<EmbeddedPostgres> {
  const engine = await startEmbeddedPostgres(folder)
  const isAsWanted = await withClient(engine.connection, async (client) => {
    const { rows } = await client.query<{ libraries: string }>(
      `select current_setting('shared_preload_libraries') as libraries`,
    )
    if ((rows[0]!.libraries !== '') === watched) return true
    await client.query(
      watched
        ? 'alter system set shared_preload_libraries = pg_stat_statements, auto_explain'
        : 'alter system reset all',
    )
    return false
  })
  if (isAsWanted) return engine
  await engine.stop()
  return startEmbeddedPostgres(folder)
}

/** Does what the product does at each start; an empty database gets an account of each kind with a token known to the tests. */
async function bringUpToDate(connection: pg.PoolConfig): Promise<void> {
  const config = readConfig({ PORT: '0', MQTT_PORT: '0' })
  const log = openLog('error')
  const server = await startServer({ config, connection, log, buildVersion: 'bench', withSchedule: false })
  const { rows } = await server.pool.query('select from users limit 1')
  if (rows.length === 0) await seedAccounts(server.db)
  await server.close()
}

/**
 * The floors have their own database with the same rows, and with the indexes that their statements need: in the product's these would
 * serve its statements too.
 */
async function copyForFloors(product: pg.PoolConfig, floors: pg.PoolConfig): Promise<void> {
  const indexes = fs.readFileSync(path.join(projectRoot, 'bench/floors/indexes.sql'), 'utf8')
  const isCurrent = await withClient(product, async (client) => {
    const { rows: migrations } = await client.query('select * from migrations order by 1')
    const state = `${JSON.stringify(migrations)}${indexes}`.replaceAll("'", "''")
    const { rows } = await client.query<{ state: string | null }>(
      `select shobj_description(oid, 'pg_database') as state from pg_database where datname = $1`,
      [FLOORS],
    )
    if (rows[0]?.state?.replaceAll("'", "''") === state) return true
    await client.query(`drop database if exists ${FLOORS}`)
    await client.query(`create database ${FLOORS} template ${product.database} strategy file_copy`)
    await client.query(`comment on database ${FLOORS} is '${state}'`)
    return false
  })
  if (isCurrent) return
  await withClient(floors, async (client) => {
    await client.query(`set maintenance_work_mem = '512MB'`)
    await client.query(indexes)
    await client.query('vacuum analyze')
  })
}

/** One connection for the duration of the work. */
export async function withClient<T>(
  connection: pg.PoolConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection as pg.ClientConfig)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
