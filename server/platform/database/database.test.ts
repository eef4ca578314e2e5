import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type DatabaseProxy, startProxy, throughProxy } from '#server/app/testing/startProxy.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { openDatabase, streamRows } from './database.ts'

let server: TestServer
let proxy: DatabaseProxy
beforeAll(async () => {
  server = await startTestServer()
  proxy = await startProxy(server.connection)
})
afterAll(async () => {
  await proxy.close()
  await server.close()
})

const openThere = () => openDatabase(throughProxy(proxy, server.connection, inject('connection')))

describe('a database that stops responding', () => {
  test('fails work in progress as "not now", and is connected to again', async () => {
    const { pool, renew, close } = openThere()
    await pool.query('select 1')
    proxy.cutSilently()
    const lost = pool.query('select 2').catch((error: unknown) => refusalOfError(error)?.status)
    renew()
    expect(await lost).toBe(503)
    expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
    await close()
  })

  test('does not delay the shutdown', async () => {
    const { pool, close } = openThere()
    const client = await pool.connect()
    proxy.cutSilently()
    const lost = client
      .query('select 2')
      .catch(() => 'lost')
      .finally(() => client.release())
    await close()
    expect(await lost).toBe('lost')
  })
})

describe('timeouts', () => {
  test('end a statement, a wait for a lock and an idle transaction', async () => {
    const { rows } = await server.pool.query(
      `select name from pg_settings where setting::int > 0
         and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
    )
    expect(rows).toHaveLength(3)
    const status = await server.db
      .transaction()
      .execute(async (db) => {
        await sql`set local statement_timeout = 1`.execute(db)
        await sql`select pg_sleep(60)`.execute(db)
      })
      .catch((error: unknown) => refusalOfError(error)?.status)
    expect(status).toBe(503)
  })

  test('do not apply to streamed reads, and apply again afterwards', async () => {
    const limit = async (db: typeof server.db) =>
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows[0]
    const seen: unknown[] = []
    const rows = streamRows(server.db, async function* (db) {
      yield await limit(db)
    })
    for await (const row of rows) seen.push(row)
    expect(seen).toEqual([{ limit: '0' }])
    expect(await limit(server.db)).not.toEqual({ limit: '0' })
  })
})

test('a database that accepts no more connections counts as briefly unavailable', async () => {
  const role = `few_connections_${process.pid}`
  await sql`create role ${sql.ref(role)} login password 'few' connection limit 0`.execute(server.db)
  try {
    const { connectionString, ...rest } = server.connection
    const url =
      connectionString && Object.assign(new URL(connectionString), { username: role, password: 'few' })
    const named = url ? { ...rest, connectionString: url.href } : { ...rest, user: role, password: 'few' }
    const client = new pg.Client(named)
    const error = await client.connect().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: '53300' })
    expect(refusalOfError(error)?.status).toBe(503)
  } finally {
    await sql`drop role ${sql.ref(role)}`.execute(server.db)
  }
})
