import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { registry } from '#core/registry.ts'
import { allCalls } from '#server/app/api.ts'
import type { Services } from '#server/app/domainCalls.ts'
import { actorOfSession } from '#server/domains/access/sessions/actorOfSession.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Actor, type Context, systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { openEncryptor } from '#server/platform/encryptor.ts'
import { loadUserFields } from '#server/resources/userFields/userFields.ts'
import { tokenOf } from '../accounts.ts'
import { estimatedTravel } from '../estimatedTravel.ts'
import { fillFleet } from '../fleet/fillFleet.ts'
import { connectionTo } from '../globalSetup.ts'
import { openWatched, type RanStatement, watchSessions } from './watchPlans.ts'

const FLEET = { devices: 20_000, devicesOfCompany: 3, statistics: 300 }

/** The kinds of account, by the rows that they see, with the actor of each. */
const ACCOUNTS = {
  staff: 'administrator',
  distributor: 'distributor',
  customer: 'customer',
  vendor: 'vendor',
  driver: 'driver',
  'some devices': 'technician',
} as const satisfies Record<string, LoginType>
export type Account = keyof typeof ACCOUNTS

export interface CallInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** A call's response, and the statements that ran for it. */
export interface RanCall {
  answer: Record<string, any>
  ran: RanStatement[]
}

/** Makes a call: `GET /devices/:device_id`. */
type MakeCall = (account: Account, call: string, input?: CallInput) => Promise<RanCall['answer']>

/** A fleet whose calls run one at a time, with empty caches, in a watched session. */
export interface Fleet {
  db: Database
  actors: ReadonlyMap<Account, Actor>
  call: (account: Account, call: string, input?: CallInput) => Promise<RanCall>
  /** Runs work in a transaction that is rolled back, and reports its statements. */
  undone: (
    work: (within: { context: Context; call: MakeCall; client: pg.ClientBase }) => Promise<void>,
  ) => Promise<RanStatement[]>
  close: () => Promise<void>
}

/** Opens the fleet of the run. The first file that opens it fills it. */
export async function openFleet(): Promise<Fleet> {
  const { db, pool, take, close } = openWatched(await fleetDatabase())
  // The worker may have run other files whose databases had user-defined fields.
  await loadUserFields(db, Object.values(registry))
  const actors = new Map<Account, Actor>()
  for (const [account, loginType] of Object.entries(ACCOUNTS)) {
    const actor = await actorOfSession(db, tokenOf(loginType))
    const limits: Actor['limits'] = account === 'some devices' ? { devices: [1, 2], tags: [1] } : {}
    actors.set(account as Account, { ...actor, limits })
  }
  const encryptor = openEncryptor(readConfig({ SEAL_KEY: Buffer.alloc(32).toString('base64') }))
  const services = { db, encryptor, travel: estimatedTravel, publicUrl: '', buildVersion: '' }
  const calls = new Map(
    allCalls(services as unknown as Services).map((call) => [`${call.method} ${call.path}`, call]),
  )
  const answerOf = async (within: Database, account: Account, name: string, input: CallInput) => {
    const found = calls.get(name)
    if (!found) throw new Error(`There is no call ${name}`)
    const { params, query, body } = found
    const context: Context = { actor: actors.get(account)!, db: within, now: new Date(), encryptor }
    const response = await found.run(context, {
      params: params?.parse(input.params ?? {}),
      query: query?.parse(input.query ?? {}),
      body: body?.parse(input.body),
      request: undefined as never,
      reply: { type: () => ({ send: () => {} }), header: () => {} } as never,
    })
    return { ...response }
  }
  return {
    db,
    actors,
    call: async (account, name, input = {}) => {
      take()
      // Caches are keyed by the database object: a new one has empty caches.
      const response = await answerOf(db.withoutPlugins(), account, name, input)
      return { answer: response, ran: take() }
    },
    undone: async (work) => {
      const client = await pool.connect()
      const within = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(client) }) })
      take()
      const transaction = await within.startTransaction().execute()
      try {
        await work({
          client,
          context: { actor: systemActor, db: transaction, now: new Date(), encryptor },
          call: (account, name, input = {}) => answerOf(transaction, account, name, input),
        })
      } finally {
        await transaction.rollback().execute()
        client.release()
      }
      return take()
    },
    close,
  }
}

/** A pool of this one connection, which still belongs to the caller. */
function poolOf(client: pg.PoolClient): PostgresPool {
  const query = client.query.bind(client)
  return { connect: async () => ({ query, release: () => {} }), end: async () => {} } as never
}

async function fleetDatabase(): Promise<pg.PoolConfig> {
  const name = `${inject('template')}_fleet`
  const connection = connectionTo(inject('connection'), name)
  const client = new pg.Client(inject('connection'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.test_databases])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return connection
    await client.query(`create database ${name} template ${inject('template')} strategy file_copy`)
    await fillFleet(connection, FLEET)
    await watchSessions(client, name)
    return connection
  } finally {
    await client.end()
  }
}
