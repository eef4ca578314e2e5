import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureComingPartitions } from '#server/domains/telemetry/intake/partitions.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embeddedPostgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { makeTestFolder } from '../../../scripts/testFolder.mjs'
import { seedBase } from '../base/seedBase.ts'
import { seedAccounts } from './accounts.ts'
import { readClaims } from './statements/readClaims.ts'
import { unseenStatements } from './statements/unseenStatements.ts'
import type { StatementsToWatch } from './statements/watchStatements.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    connection: { host?: string; user?: string; password?: string; connectionString?: string }
    template: string
    statements: StatementsToWatch
  }
}

/** Test data need not survive a loss of power. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off' }

/**
 * Starts one real PostgreSQL for a test run: the embedded one, or the one at TEST_DATABASE_URL. Every test file gets a copy of a migrated
 * database with the accounts of the tests.
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  const folder = makeTestFolder('ullage-test')
  const engine = url
    ? { connection: { connectionString: url }, stop: async () => {} }
    : await startEmbeddedPostgres(folder, { settings: NOT_DURABLE })
  const template = `ullage_template_${process.pid}`
  await administer(engine.connection, `create database ${template}`)
  const { db, pool, close } = openDatabase(connectionTo(engine.connection, template))
  await migrate(db)
  await seedBase(db)
  await ensureComingPartitions(pool, Date.now())
  await seedAccounts(db)
  const { rows } = await sql<{
    id: string
    name: string
  }>`select attrelid || '.' || attnum as id, attname as name from pg_attribute
    where attnum > 0 and not attnotnull and attgenerated = '' and attrelid in (select oid from pg_class where relkind in ('r', 'p'))`.execute(
    db,
  )
  await close()
  const claims = readClaims()
  const seen = path.join(folder, 'seen-statements')
  fs.writeFileSync(seen, '')
  project.provide('statements', { claims, optional: rows.map(({ id, name }) => [id, name] as const), seen })
  project.provide('connection', engine.connection as never)
  project.provide('template', template)
  return async () => {
    await administer(engine.connection, `drop database if exists ${template} with (force)`).catch(() => {})
    await engine.stop()
    const all = new Set(fs.readFileSync(seen, 'utf8').split('\n'))
    fs.rmSync(folder, { recursive: true, force: true })
    if (process.env['ALL_STATEMENTS']) {
      process.stdout.write(
        unseenStatements(claims, all)
          .map((line) => `${line}\n`)
          .join(''),
      )
    }
  }
}

async function administer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The same server, another database. */
export function connectionTo(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
