import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { DatabaseHosts } from './databaseHosts.ts'
import { PreparedStatements } from './prepared.ts'
import type { Tables } from './tables.ts'

declare module 'pg' {
  interface Client {
    /** The database's process that answers it. */
    readonly processID: number | null
  }
  interface Connection {
    /** The statements that the driver believes to be prepared, by name. */
    readonly parsedStatements: Record<string, unknown>
  }
}

// The wire's forms come straight from the driver: ids are numbers, instants ISO texts, dates and decimals texts.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT4S: number = 1007
const INT8S: number = 1016
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(INT8S, pg.types.getTypeParser(INT4S))
pg.types.setTypeParser(DATE, (value) => value)
pg.types.setTypeParser(TIMESTAMPTZ, toInstant)

/** A moment as the wire has it, from how the database writes it in a column or within JSON. */
export function toInstant(value: string): string {
  return value.includes('infinity') ? value : new Date(value).toISOString()
}

/** A database whose tables and columns the compiler knows; a test holds them equal to what the migrations made. */
export type Database = Kysely<Tables>

/** How long a new connection may take, in milliseconds: a database that answers does so at once. */
const CONNECT = 3_000
/** The same of one on this very machine, by its socket: where it is late the machine has much to do, and no other one will answer. */
const CONNECT_HERE = 60_000
/** How long a call waits for one of the pool's connections, in milliseconds, before it is answered 503. */
const WAIT = 10_000
/** How long a connection may take to say goodbye, in milliseconds; then it is cut. */
const GOODBYE = 2_000
/** The system asks a silent connection for a sign of life after so many milliseconds. */
const KEEP_ALIVE = 10_000

/**
 * What the database itself ends: a statement that takes too long, a wait for a lock, and a transaction whose server
 * has stopped, which would keep its locks for ever.
 */
const LIMITS = `set statement_timeout = '20s'; set lock_timeout = '10s';
  set idle_in_transaction_session_timeout = '30s'`

/** For what takes its time, such as migrations: no limits. */
const UNLIMITED = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** What a database says that may only be read: it follows another one now. */
const ONLY_READS = '25006'

/** A connection that gives up in time: while it is made, and when it is left. Of several hosts it finds the one that is meant. */
export class Connection extends pg.Client {
  private readonly hosts: DatabaseHosts | undefined

  constructor(config: pg.ClientConfig) {
    const hosts = DatabaseHosts.of(config.connectionString)
    super({
      ...config,
      ...(hosts && { connectionString: hosts.sample }),
      // The pool hides it from whoever lists its options.
      password: config.password,
      connectionTimeoutMillis: config.host?.startsWith('/') ? CONNECT_HERE : CONNECT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
    })
    // A connection that breaks fails its statement, and that is enough said: the error must not end the process.
    this.on('error', () => {})
    this.hosts = hosts
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const { hosts } = this
    if (!callback) return hosts ? this.connectToOneOf(hosts) : super.connect()
    if (hosts) this.connectToOneOf(hosts).then(() => callback(null), callback)
    else super.connect(callback)
    return undefined
  }

  private async connectToOneOf(hosts: DatabaseHosts): Promise<pg.Client> {
    const { host, port } = await hosts.choose()
    Object.assign(this, { host, port })
    try {
      await super.connect()
      await hosts.verify(this)
    } catch (error) {
      // Another one may be meant by now: the next connection asks.
      hosts.forget()
      this.cut()
      throw error
    }
    return this
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.cut(), GOODBYE)
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }

  /** Ends it at once, without a word to the database; statements under way fail. */
  cut(): void {
    this.connection.stream.destroy()
  }
}

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** Cuts every connection, as they lead nowhere any more; whoever needs one gets a new one. */
  renew: () => void
  /** Ends what the database still has of them, once it answers: it would keep their locks for as long as it may. */
  endLost: () => Promise<void>
  /** Lets go of all connections, within seconds also when the database does not answer. */
  close: () => Promise<void>
}

/** Opens a pool of connections; what is `unhurried` may take as long as it takes, and one that `onlyReads` may be to a standby. */
export function openDatabase(
  connection: pg.PoolConfig,
  { unhurried = false, onlyReads = false }: { unhurried?: boolean; onlyReads?: boolean } = {},
): OpenDatabase {
  const connections = new Set<Connection>()
  class Pooled extends Connection {
    private readonly prepared: PreparedStatements

    constructor(config: pg.ClientConfig) {
      super(config)
      connections.add(this)
      this.once('end', () => connections.delete(this))
      // It has come to follow another database, and so have the others: they lead to the wrong one.
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === ONLY_READS && !onlyReads) setImmediate(renew)
      })
      const run = super.query.bind(this) as (...given: unknown[]) => Promise<pg.QueryResult>
      this.prepared = new PreparedStatements(run, this.connection.parsedStatements)
    }

    override query(...given: any[]): any {
      const [text, values, more] = given
      const isPlain = typeof text === 'string' && Array.isArray(values) && more === undefined
      const answer = isPlain ? this.prepared.query(text, values) : undefined
      return answer ?? (super.query as (...all: unknown[]) => unknown)(...given)
    }
  }
  const pool = new pg.Pool({
    application_name: 'ullage',
    connectionTimeoutMillis: WAIT,
    ...connection,
    Client: Pooled as unknown as new () => pg.ClientBase,
    onConnect: async (client) => {
      await client.query(unhurried ? UNLIMITED : LIMITS)
    },
  })
  // A connection that breaks while idle is replaced by the pool.
  pool.on('error', () => {})
  const lost = new Set<number>()
  const renew = () => {
    DatabaseHosts.of(connection.connectionString)?.forget()
    for (const one of connections) {
      if (one.processID) lost.add(one.processID)
      one.cut()
    }
  }
  const endLost = async () => {
    const pids = [...lost]
    lost.clear()
    if (pids.length === 0) return
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid = any($1) and usename = current_user and application_name = 'ullage'`,
      [pids],
    )
  }
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  const close = async () => {
    const timer = setTimeout(renew, GOODBYE)
    await pool.end()
    clearTimeout(timer)
  }
  return { db, pool, renew, endLost, close }
}

/**
 * Reads rows one after the other for somebody who may be slow to take them, such as a download: no limit of time
 * counts for it, and its transaction ends with it.
 */
export async function* streamRows<T>(
  db: Database,
  rowsOf: (db: Database) => AsyncIterable<T>,
): AsyncIterable<T> {
  const transaction = await db.startTransaction().execute()
  try {
    await sql`set local statement_timeout = 0`.execute(transaction)
    yield* rowsOf(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}
