import type pg from 'pg'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { errorCode } from '#server/platform/errorCode.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { WrongSetting } from '../config.ts'
import type { Log } from '../log.ts'
import { withTimeout } from '../withTimeout.ts'
import { Connection, type Database, type OpenDatabase, openDatabase } from './database.ts'
import { DatabaseHosts } from './databaseHosts.ts'
import type { Listener } from './listen.ts'
import { notify } from './notify.ts'

/** Error codes of an address that must be corrected: role, password, name of the database. */
const WRONG_ADDRESS = ['28P01', '28000', '3D000']

/**
 * Checks at the start whether the address of the standby leads to one. Only what cannot recover on its own ends the start: a standby that is
 * away comes back, and one that was promoted is still an address of the cluster.
 * @throws WrongSetting when the address has a wrong role, password or database.
 */
export async function checkStandby(address: string, log: Pick<Log, 'warn'>): Promise<void> {
  const client = new Connection({ connectionString: address, application_name: 'ullage-asks' })
  try {
    await client.connect()
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
    if (!firstOf(rows).follows)
      log.warn('DATABASE_READ_URL leads to a primary, not to a standby: it takes no reads off the primary')
  } catch (error) {
    if (WRONG_ADDRESS.includes(errorCode(error) ?? ''))
      throw new WrongSetting(
        `The setting DATABASE_READ_URL cannot be used. PostgreSQL says: ${messageOf(error)}.`,
      )
    log.warn(
      { err: error },
      'the standby of DATABASE_READ_URL does not answer: reads go to the primary until it does',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Serves reads that may be some seconds old from a standby of the primary. */
export interface Standby {
  /**
   * The database for a read of a user now; undefined where it must be the primary.
   * @param mayBeOld the read may lack writes of other users for some seconds, but never the user's own.
   */
  for: (user_id: number | null, mayBeOld: boolean) => Database | undefined
  /** Notes a write of a user: from now on they read only from a database that has it, on every server. */
  noteWrite: (user_id: number) => Promise<void>
  /** Calls back once the receivers of the event would read the change. */
  whenSeen: (send: () => void) => void
  /** Whether the primary answered the last query. */
  hasPrimary: () => boolean
  /** The maximum age of the standby in seconds; `NaN` while it is not read from. */
  age: () => number
  close: () => Promise<void>
}

interface StandbyOptions {
  /** The primary. */
  connection: pg.PoolConfig
  /** The standby's address. */
  address: string
  connections: number
  db: Database
  listener: Listener
  log: Log
}

/** Maximum age (ms) of a standby that is read from while the primary answers. */
const MAX_AGE_MS = 10_000
/** The maximum age without the primary, when the age cannot be measured. */
const MAX_AGE_ALONE_MS = 300_000
/** Interval of the comparison (ms): usually, and while callbacks wait for the standby. */
const POLL_MS = 500
const QUICK_POLL_MS = 50
/** Maximum wait (ms) of an event for the standby; then its receivers read from the primary. */
const MAX_EVENT_WAIT_MS = 2_000
/** Timeout of either database (ms). */
const TIMEOUT_MS = 3_000
/** The identity changes with another process or machine: another standby. */
const ASK_STANDBY = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn,
  pg_is_in_recovery() as follows, concat(inet_server_addr(), ' ', inet_server_port(), ' ', pg_postmaster_start_time()) as who`

/**
 * Opens a standby, and compares it with the primary repeatedly: the standby has everything committed before the moment at which the primary
 * was where the standby is now. That moment, not the clock of either, decides which reads go there.
 */
export async function openStandby(options: StandbyOptions): Promise<Standby> {
  const { connection, address, connections, db, listener, log } = options
  const reads = openDatabase({ connectionString: address, max: connections }, { onlyReads: true })
  const primary = openDatabase({ ...connection, max: 1, application_name: 'ullage-compares' })
  const state: State = {
    caughtUp: Number.NEGATIVE_INFINITY,
    isThere: false,
    isPrimaryThere: true,
    waiting: [],
  }
  const writes = openWrites(listener)
  const compared: Compared = { reads, primary, marks: openMarks(), state, address, log }
  const compareAndSend = async () => {
    await compare(compared).catch((error: unknown) =>
      log.error({ err: error }, 'the standby could not be compared'),
    )
    sendWhatIsSeen(state, writes)
    const isAwaited =
      state.isThere && state.isPrimaryThere && (state.waiting.length > 0 || writes.areAwaited())
    return isAwaited ? QUICK_POLL_MS : POLL_MS
  }
  const rounds = startRounds(compareAndSend)
  await rounds.first
  return {
    for: (user_id, mayBeOld) => {
      if (!isUsed(state)) return undefined
      if (!state.isPrimaryThere) return reads.db
      if (!mayBeOld || user_id === null || !listener.isAlive()) return undefined
      return writes.latestOf(user_id) <= state.caughtUp ? reads.db : undefined
    },
    noteWrite: async (user_id) => {
      writes.note(user_id)
      await notifyServers(db, user_id)
    },
    whenSeen: (send) => {
      if (isUsed(state) && state.isPrimaryThere) state.waiting.push({ at: performance.now(), send })
      else send()
    },
    hasPrimary: () => state.isPrimaryThere,
    age: () => (isUsed(state) ? behind(state) / 1000 : Number.NaN),
    close: async () => {
      await rounds.close()
      await Promise.all([reads.close(), primary.close()])
    },
  }
}

interface State {
  /** Everything committed before this moment is on the standby. */
  caughtUp: number
  isThere: boolean
  isPrimaryThere: boolean
  /** The identity of the standby. */
  who?: string | undefined
  /** Events that wait until the standby has their changes. */
  waiting: { at: number; send: () => void }[]
}

interface Compared extends Pick<StandbyOptions, 'address' | 'log'> {
  reads: OpenDatabase
  primary: OpenDatabase
  marks: ReturnType<typeof openMarks>
  state: State
}

const behind = ({ caughtUp }: State) => performance.now() - caughtUp

const isUsed = (state: State) =>
  state.isThere && behind(state) <= (state.isPrimaryThere ? MAX_AGE_MS : MAX_AGE_ALONE_MS)

/** Compares the standby with the primary. */
async function compare({ reads, primary, marks, state, address, log }: Compared): Promise<void> {
  const at = performance.now()
  const first = await ask<{ lsn: string }>(primary, 'select pg_current_wal_flush_lsn()::text as lsn')
  if (first) marks.add(at, first.lsn)
  const response = await ask<{ lsn: string | null; follows: boolean; who: string }>(reads, ASK_STANDBY)
  if (state.isPrimaryThere !== Boolean(first)) logPrimary(log, Boolean(first))
  if (state.isThere !== Boolean(response?.lsn)) logStandby(log, Boolean(response?.lsn))
  state.isPrimaryThere = Boolean(first)
  state.isThere = Boolean(response?.lsn)
  if (!response?.lsn) return
  const isOther = state.who !== undefined && state.who !== response.who
  if (isOther || (!response.follows && DatabaseHosts.of(address))) {
    // Every connection leads to the same host, and to a standby if there are several.
    state.who = undefined
    state.isThere = false
    reads.renew()
    return
  }
  state.who = response.who
  state.caughtUp = Math.max(state.caughtUp, marks.reach(response.lsn))
}

function sendWhatIsSeen(state: State, writes: ReturnType<typeof openWrites>): void {
  const { waiting, caughtUp } = state
  const now = performance.now()
  const late = waiting.filter(({ at }) => at > caughtUp && now - at > MAX_EVENT_WAIT_MS)
  for (const { at } of late) writes.miss(at)
  const ready = waiting.filter(({ at }) => !isUsed(state) || at <= caughtUp || now - at > MAX_EVENT_WAIT_MS)
  state.waiting = waiting.filter((event) => !ready.includes(event))
  for (const { send } of ready) send()
  writes.forgetUntil(caughtUp)
}

/** When users last wrote, as long as the standby may lack it. */
function openWrites(listener: Listener) {
  const wrote = new Map<number, number>()
  /** Notifications of writes may have been missed until then: no older state is read. */
  let missedUntil = performance.now()
  const note = (user_id: number) => void wrote.set(user_id, performance.now())
  listener.on('written', (user_id) => note(Number(user_id)))
  listener.onReconnect(() => {
    missedUntil = performance.now()
  })
  return {
    note,
    miss: (at: number) => {
      missedUntil = Math.max(missedUntil, at)
    },
    /** The moment that a database must have reached before the user reads from it. */
    latestOf: (user_id: number) => Math.max(wrote.get(user_id) ?? Number.NEGATIVE_INFINITY, missedUntil),
    forgetUntil: (moment: number) => {
      for (const [user_id, at] of wrote) if (at <= moment) wrote.delete(user_id)
    },
    areAwaited: () => wrote.size > 0,
  }
}

/** The primary's log position at each moment, oldest first. */
function openMarks() {
  let marks: { at: number; lsn: bigint }[] = []
  return {
    add: (at: number, lsn: string) => void marks.push({ at, lsn: numberOf(lsn) }),
    /** The newest moment whose position the standby has reached; earlier ones are forgotten. */
    reach: (lsn: string) => {
      const reached = numberOf(lsn)
      const passed = marks.filter((mark) => mark.lsn <= reached)
      marks = marks.filter((mark) => mark.lsn > reached).slice(0, 200)
      return Math.max(...passed.map(({ at }) => at))
    },
  }
}

/** The first row, if it comes in time; otherwise the connections are replaced. */
async function ask<T>(from: OpenDatabase, text: string): Promise<T | undefined> {
  let found: T | undefined
  const query = from.pool.query(text).then(
    ({ rows }) => {
      found = rows[0]
    },
    () => {},
  )
  if (!(await withTimeout(TIMEOUT_MS, query))) from.renew()
  return found
}

function logPrimary(log: Log, answers: boolean): void {
  log.warn(answers ? 'the primary answers again' : 'the primary does not answer: reads go on')
}

function logStandby(log: Log, answers: boolean): void {
  if (answers) log.info('reads go to the standby')
  else log.warn('the standby does not answer: reads go to the primary')
}

/** Runs work repeatedly, with the pause (ms) that it returns. */
function startRounds(work: () => Promise<number>): { first: Promise<void>; close: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const run = async () => {
    const pauseMs = await work()
    if (!isClosed) timer = setTimeout(goOn, pauseMs)
  }
  const goOn = () => {
    round = run()
  }
  let round = run()
  return {
    first: round,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await round
    },
  }
}

/**
 * Reads from the standby if possible, otherwise from the primary. If the standby fails or refuses, the primary decides: the standby may
 * lack the record, or the tables of a newer release.
 */
export async function readAtStandby<T>(
  standby: Standby,
  { db, user_id, mayBeOld = false }: { db: Database; user_id: number | null; mayBeOld?: boolean },
  read: (from: Database) => Promise<T>,
  reply: { sent: boolean },
): Promise<T> {
  const from = standby.for(user_id, mayBeOld)
  if (!from) return read(db)
  try {
    return await read(from)
  } catch (error) {
    if (reply.sent || !standby.hasPrimary()) throw error
    return read(db)
  }
}

/** Notifies all servers before the response is sent. */
async function notifyServers(db: Database, user_id: number): Promise<void> {
  await notify(db, 'written', String(user_id))
}

/** A position in the database's log, such as `16/B374D848`, as a number. */
function numberOf(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
