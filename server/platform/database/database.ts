import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { DatabaseHosts } from './databaseHosts.ts'
import { PreparedStatements } from './prepared.ts'
import type { Tables } from './tables.ts'

declare module 'pg' {
  interface Client {
    /** The backend process of the connection. */
    readonly processID: number | null
  }
  interface Connection {
    /** The statements that the driver believes to be prepared, by name. */
    readonly parsedStatements: Record<string, unknown>
  }
}

// The driver returns the formats of the wire: ids as numbers, instants as ISO texts, dates and decimals as texts.
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT4S: number = 1007
const INT8S: number = 1016
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(INT8S, pg.types.getTypeParser(INT4S))
pg.types.setTypeParser(DATE, (value) => value)
pg.types.setTypeParser(TIMESTAMPTZ, toInstant)

/** Converts a moment from the database's format, in a column or within JSON, to the API's. */
export function toInstant(value: string): string {
  return value.includes('infinity') ? value : new Date(value).toISOString()
}

/** A database with typed tables and columns; a test compares the types with the migrations. */
export type Database = Kysely<Tables>

/** Timeout of a new connection (ms): a working database answers at once. */
const CONNECT_TIMEOUT_MS = 3_000
/** The timeout for a socket of this machine: a late response means a busy machine, and no other host would answer. */
const LOCAL_CONNECT_TIMEOUT_MS = 60_000
/** How long a call waits for a connection of the pool (ms) before it is answered 503. */
const POOL_TIMEOUT_MS = 10_000
/** Timeout of closing a connection (ms); then it is cut. */
const CLOSE_TIMEOUT_MS = 2_000
/** TCP keep-alive delay (ms). */
const KEEP_ALIVE_MS = 10_000

/**
 * Limits that the database enforces: on a statement, on a wait for a lock, and on a transaction whose server has stopped, which would keep
 * its locks forever.
 */
const LIMITS = `set statement_timeout = '20s'; set lock_timeout = '10s';
  set idle_in_transaction_session_timeout = '30s'`

/** No limits, for work that takes long, such as migrations. */
const UNLIMITED = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** The error code of a read-only database: it is now a standby. */
const READ_ONLY_ERROR = '25006'

/** A connection with timeouts when it is opened and closed. Among several hosts it finds the one with the required role. */
export class Connection extends pg.Client {
  private readonly hosts: DatabaseHosts | undefined

  constructor(config: pg.ClientConfig) {
    const hosts = DatabaseHosts.of(config.connectionString)
    super({
      ...config,
      ...(hosts && { connectionString: hosts.sample }),
      // The pool makes the password non-enumerable.
      password: config.password,
      connectionTimeoutMillis: config.host?.startsWith('/') ? LOCAL_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    // A broken connection fails its statement, which is enough: the error must not end the process.
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
      // Another host may have the role by now: the next connection asks again.
      hosts.forget()
      this.cut()
      throw error
    }
    return this
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.cut(), CLOSE_TIMEOUT_MS)
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }

  /** Closes it at once without notifying the database; statements in progress fail. */
  cut(): void {
    this.connection.stream.destroy()
  }
}

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** Closes every connection, as their host is gone; new ones are opened on demand. */
  renew: () => void
  /** Terminates the backends of cut connections once the database answers: they would keep their locks until a timeout. */
  endLost: () => Promise<void>
  /** Closes all connections, within seconds even when the database does not respond. */
  close: () => Promise<void>
}

interface DatabaseOptions {
  /** No timeouts. */
  unhurried?: boolean
  /** It may be a standby. */
  onlyReads?: boolean
  /** Called after each statement of Kysely. */
  onStatement?: ((event: LogEvent) => void) | undefined
}

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and usename = current_user and application_name = 'ullage'`

/** The class of a pool's connections, which are in the set while they are open. */
function pooledConnection(connections: Set<Connection>, onReadOnly: () => void) {
  return class Pooled extends Connection {
    private readonly prepared: PreparedStatements

    constructor(config: pg.ClientConfig) {
      super(config)
      connections.add(this)
      this.once('end', () => connections.delete(this))
      // The host has become a standby, so the other connections also lead to the wrong role.
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === READ_ONLY_ERROR) onReadOnly()
      })
      const run: (...args: unknown[]) => Promise<pg.QueryResult> = super.query.bind(this)
      this.prepared = new PreparedStatements(run, this.connection.parsedStatements)
    }

    override query(...args: any[]): any {
      const [text, values, more] = args
      const isPlain = typeof text === 'string' && Array.isArray(values) && more === undefined
      const answer = isPlain ? this.prepared.query(text, values) : undefined
      return answer ?? (super.query as (...all: unknown[]) => unknown)(...args)
    }
  }
}

/** Opens a pool of connections. */
export function openDatabase(
  connection: pg.PoolConfig,
  { unhurried = false, onlyReads = false, onStatement }: DatabaseOptions = {},
): OpenDatabase {
  const connections = new Set<Connection>()
  const Pooled = pooledConnection(connections, () => {
    if (!onlyReads) setImmediate(renew)
  })
  const pool = new pg.Pool({
    application_name: 'ullage',
    connectionTimeoutMillis: POOL_TIMEOUT_MS,
    ...connection,
    Client: Pooled as unknown as new () => pg.ClientBase,
    onConnect: async (client) => {
      await client.query(unhurried ? UNLIMITED : LIMITS)
    },
  })
  // The pool replaces a connection that breaks while idle.
  pool.on('error', () => {})
  const lost = new Set<number>()
  const renew = () => {
    DatabaseHosts.of(connection.connectionString)?.forget()
    for (const item of connections) {
      if (item.processID) lost.add(item.processID)
      item.cut()
    }
  }
  const endLost = async () => {
    const pids = [...lost]
    lost.clear()
    if (pids.length > 0) await pool.query(TERMINATE, [pids])
  }
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    ...(onStatement && { log: onStatement }),
  })
  return { db, pool, renew, endLost, close: () => endPool(pool, renew) }
}

/** Ends a pool; if the database does not respond, its connections are closed forcibly. */
async function endPool(pool: pg.Pool, cut: () => void): Promise<void> {
  const timer = setTimeout(cut, CLOSE_TIMEOUT_MS)
  await pool.end()
  clearTimeout(timer)
}

/** Streams rows to a slow consumer, such as a download: no timeout applies, and its transaction ends with it. */
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
