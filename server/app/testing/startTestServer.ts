import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { lockDevicesOfEvents } from '#server/domains/devices/lockDevices.ts'
import { readConfig } from '#server/platform/config.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { startWorker } from '#server/platform/jobs/events.ts'
import { openLog } from '#server/platform/log.ts'
import { type RunningServer, startServer } from '../server.ts'
import { subscribers } from '../subscribers.ts'
import { tokenOf } from './accounts.ts'
import { compareWithDocument } from './compareWithDocument.ts'
import { connectionTo } from './globalSetup.ts'

export interface Answer {
  status: number
  body: any
  headers: Record<string, unknown>
  raw: string
}

export interface TestServer extends RunningServer {
  connection: pg.PoolConfig
  as: (account: LoginType | 'stranger' | null) => {
    call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  }
  /** Resolves when everything that follows from past events has happened. */
  settle: () => Promise<void>
  /** Applies rights that a test wrote directly into the database; the notification of the database comes a little later. */
  forgetRights: () => Promise<void>
}

/** Thirty-two zeros: what tests encrypt is not a secret. */
export const TEST_KEY = Buffer.alloc(32).toString('base64')

let copies = 0

/** A server on its own copy of the prepared database, with its transports on free ports. */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const connection = await copyDatabase()
  const log = openLog(process.env['TEST_LOG'] ?? 'silent')
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DATABASE_POOL: '6',
    SEAL_KEY: TEST_KEY,
    // Tests make more calls a minute than users do; tests of the limits set their own.
    CALLS_OF_ACCOUNT: '0',
    CALLS_OF_ADDRESS: '0',
    ...environment,
  })
  const server = await startServer({
    ...{ config, connection, log, buildVersion: 'test', withSchedule: false },
    onResponse: compareWithDocument,
  })
  return {
    ...server,
    connection,
    as: (account) => ({ call: (...args) => callAs(server, account, ...args) }),
    settle: async () => {
      for (;;) {
        const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from events
          where run_at <= now() or attempts > 0`.execute(server.db)
        if (Number(rows[0]!.waiting) === 0) return
        const { db, encryptor } = server
        const worker = startWorker({ db, subscribers, log, encryptor, lockFirst: lockDevicesOfEvents })
        await worker.close()
      }
    },
    forgetRights: async () => {
      const { status } = await callAs(server, null, 'POST', '/authenticate/passkey/options', {})
      if (status !== 200) throw new Error(`The rights were not forgotten: ${status}`)
    },
    close: async () => {
      await server.close()
      await administer(`drop database if exists "${connection.database ?? nameOf(connection)}" with (force)`)
    },
  }
}

async function callAs(
  { app }: RunningServer,
  account: LoginType | 'stranger' | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: {
      'x-api-key': 'ullage-web',
      ...(account && { authorization: `Bearer ${tokenOf(account)}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isJson = String(response.headers['content-type']).includes('application/json')
  return {
    status: response.statusCode,
    body: isJson ? response.json() : undefined,
    headers: response.headers,
    raw: response.body,
  }
}

async function copyDatabase(): Promise<pg.PoolConfig> {
  copies += 1
  const name = `test_${process.pid}_${process.env['VITEST_POOL_ID'] ?? 0}_${copies}_${Date.now()}`
  // A template cannot be copied twice at once: a lock serializes the copies.
  await administer(`create database ${name} template ${inject('template')} strategy file_copy`, true)
  return connectionTo(inject('connection'), name)
}

async function administer(statement: string, inRow = false): Promise<void> {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  try {
    if (inRow) await client.query('select pg_advisory_lock($1)', [LOCKS.test_databases])
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function nameOf({ connectionString = '' }: pg.PoolConfig): string {
  return new URL(connectionString).pathname.slice(1)
}
