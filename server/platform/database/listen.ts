import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { Connection } from './database.ts'
import { NAMED_LOCKS } from './locks.ts'
import type { Channel } from './notify.ts'

export interface Listener {
  on: (channel: Channel, receive: (payload: string) => void) => void
  /** Called when the connection was lost and restored: notifications may have been missed. */
  onReconnect: (again: () => void) => void
  /** Whether every channel is listened to at the moment. */
  isAlive: () => boolean
  /**
   * Runs work unless another server is running it. The lock belongs to the connection: it ends with this server, or when this server stops
   * responding for longer than the database's timeout.
   */
  whileAlone: (kind: keyof typeof NAMED_LOCKS, name: string, work: () => Promise<unknown>) => Promise<void>
  close: () => Promise<void>
}

interface ListenerOptions {
  connection: pg.PoolConfig
  channels: readonly Channel[]
  log: Log
  /** Called when the database stopped responding: connections to it lead nowhere. */
  onSilence: () => void
}

const MIN_PAUSE_MS = 200
const MAX_PAUSE_MS = 2_000
/** Interval of the health check (ms). */
const HEALTH_CHECK_MS = 2_000
/** After this time without a response the database closes the connection of a server that hangs. */
const DEAD_AFTER = '30s'

/**
 * Receives the notifications of the servers of one database (LISTEN/NOTIFY), on a dedicated connection. It is also the health check of the
 * database: a connection that died silently is detected within seconds, closed and replaced.
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const again: (() => void)[] = []
  const closing = new AbortController()
  const patience = patienceWith(options.connection)
  const open = () =>
    openLine(options, patience, (channel, payload) => {
      for (const receive of listeners.get(channel) ?? []) receive(payload)
    })
  let line: Line | undefined = await open()
  /** One connection after the other, never two: the next is opened when the last has ended. */
  async function keepListening(): Promise<void> {
    while (line) {
      await untilLost(line, options, patience)
      const { client } = line
      line = undefined
      if (closing.signal.aborted) return
      line = await reopen(open, closing.signal)
      if (!line) return
      await endOther(line, client).catch(() => {})
      options.log.info('the connection to the database is back')
      for (const call of again) call()
    }
  }

  const listening = keepListening()
  return {
    on: (channel, receive) => void listeners.set(channel, [...(listeners.get(channel) ?? []), receive]),
    onReconnect: (call) => void again.push(call),
    isAlive: () => line !== undefined,
    whileAlone: async (kind, name, work) => {
      if (line) await underLock(line, [NAMED_LOCKS[kind], name], work)
    },
    close: async () => {
      closing.abort()
      await line?.client.end().catch(() => {})
      await listening
    },
  }
}

interface Line {
  client: Connection
  ended: Promise<void>
  ask: Ask
}

type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

async function openLine(
  { connection, channels, log }: ListenerOptions,
  patience: number,
  receive: (channel: string, payload: string) => void,
): Promise<Line> {
  const client = new Connection({ ...connection, application_name: 'ullage-listen' })
  // From the first moment on: otherwise an early end would be missed.
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', ({ channel, payload = '' }) => {
    try {
      receive(channel, payload)
    } catch (error) {
      log.error({ err: error, channel }, 'a message of another server could not be handled')
    }
  })
  try {
    await client.connect()
    const limit = `set idle_session_timeout = '${DEAD_AFTER}'`
    const statements = [limit, ...channels.map((channel) => `listen ${channel}`)].join(';')
    await withTimeout(client.query(statements), patience)
  } catch (error) {
    client.cut()
    throw error
  }
  return { client, ended, ask: inTurn(client) }
}

/** Resolves when the connection has ended; one that does not respond is ended here. */
async function untilLost(
  { client, ended, ask }: Line,
  { channels, log, onSilence }: ListenerOptions,
  patience: number,
): Promise<void> {
  const lost = ended.then(() => true)
  while (!(await Promise.race([lost, pause(HEALTH_CHECK_MS, false, { ref: false })]))) {
    try {
      const { rows } = await withTimeout(
        ask('select count(*)::int as listening from pg_listening_channels()'),
        patience,
      )
      if (rows[0].listening !== channels.length) client.cut()
    } catch (error) {
      if (error instanceof Silence) {
        log.warn('the database does not answer')
        onSilence()
      }
      client.cut()
    }
  }
}

async function reopen(open: () => Promise<Line>, signal: AbortSignal): Promise<Line | undefined> {
  for (let wait = MIN_PAUSE_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    await pause(wait, undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    const opened = await open().catch(() => undefined)
    if (opened && signal.aborted) opened.client.cut()
    else if (opened) return opened
  }
  return undefined
}

async function underLock({ ask }: Line, lock: unknown[], work: () => Promise<unknown>): Promise<void> {
  const { rows } = await ask('select pg_try_advisory_lock($1::int4, hashtext($2)) as mine', lock)
  if (!rows[0].mine) return
  try {
    await work()
  } finally {
    // If the connection was lost in the meantime, so was its lock.
    await ask('select pg_advisory_unlock($1::int4, hashtext($2))', lock).catch(() => {})
  }
}

/** Terminates the backend of a connection that stopped responding, with the locks of its tasks. */
async function endOther({ ask }: Line, client: Connection): Promise<void> {
  const { processID }: { processID: number | null } = client
  await ask(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid = $1 and usename = current_user and application_name = 'ullage-listen'`,
    [processID],
  )
}

/** Sends one query after the other. */
function inTurn(client: Connection): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const answer = last.then(() => client.query(text, values))
    last = answer.catch(() => {})
    return answer
  }
}

/** No response came in time. */
class Silence extends Error {}

/**
 * How long a database may take to answer before its connections count as dead (ms). A database behind a local socket cannot vanish without
 * closing its connections: if it does not respond, the machine is busy.
 */
export function patienceWith({ host }: Pick<pg.PoolConfig, 'host'>): number {
  return host?.startsWith('/') ? 30_000 : 3_000
}

/** The result of a query, if it comes in time. @throws Silence */
async function withTimeout<T>(query: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    // A response that came while this process was busy is read first.
    timer = setTimeout(() => setImmediate(reject, new Silence()), patience)
  })
  try {
    return await Promise.race([query, silence])
  } finally {
    clearTimeout(timer)
  }
}
