import type pg from 'pg'
import { WrongSetting } from './config.ts'
import { Connection, type Database, openDatabase } from './database.ts'
import { DatabaseHosts } from './databaseHosts.ts'
import type { Listener } from './listen.ts'
import type { Log } from './log.ts'
import { notify } from './notify.ts'
import { withTimeout } from './withTimeout.ts'

/** What PostgreSQL says of an address that nothing but a correction mends: role, password, name of the database. */
const WRONG_ADDRESS = ['28P01', '28000', '3D000']

/**
 * Looks at the start whether the address of the standby leads to one. Only what cannot become right by itself ends the start: a
 * standby that is away comes back, and one that was made the primary is still one address of the cluster.
 * @throws WrongSetting when the address has a wrong role, password or database.
 */
export async function checkStandby(address: string, log: Pick<Log, 'warn'>): Promise<void> {
  const client = new Connection({ connectionString: address, application_name: 'ullage-asks' })
  try {
    await client.connect()
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
    if (!rows[0]!.follows)
      log.warn('DATABASE_READ_URL leads to a primary, not to a standby: it takes no reads off the primary')
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (WRONG_ADDRESS.includes(code))
      throw new WrongSetting(`The setting DATABASE_READ_URL cannot be used. PostgreSQL says: ${message}.`)
    log.warn(
      { err: error },
      'the standby of DATABASE_READ_URL does not answer: reads go to the primary until it does',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Where reads go that may be some seconds old: a standby that follows the primary. */
export interface Standby {
  /**
   * Where a read of a user goes now; nothing where it must be the primary's.
   * @param mayBeOld what was written by others may be missing for some seconds; what the user wrote never is.
   */
  for: (user_id: number | null, mayBeOld: boolean) => Database | undefined
  /** A user has written here: from now on only what holds it is read for them, on every server. */
  noteWrite: (user_id: number) => Promise<void>
  /** Says something as soon as who hears it reads what it tells of. */
  whenSeen: (say: () => void) => void
  /** Whether the primary has answered when it was asked last. */
  hasPrimary: () => boolean
  /** Seconds that the standby is behind at most; `NaN` while nothing is read from it. */
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

/** An older standby is not read from while the primary answers, in milliseconds. */
const OLDEST = 10_000
/** Without the primary nobody can say how old it is: so long it is read from all the same. */
const LONGEST_ALONE = 300_000
/** How often the two are compared: usually, and while somebody waits for the standby. */
const ROUND = 500
const QUICK_ROUND = 50
/** A word waits for the standby no longer than this; then those who hear it read from the primary. */
const LONGEST_WORD = 2_000
/** How long either may take to answer. */
const PATIENCE = 3_000
/** Who was seen last: another process, or another machine, is another standby. */
const ASK_STANDBY = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn,
  pg_is_in_recovery() as follows, concat(inet_server_addr(), ' ', inet_server_port(), ' ', pg_postmaster_start_time()) as who`

/**
 * Opens the way to a standby, and compares it with the primary again and again: what was committed before a moment at which
 * the primary was as far as the standby is now, the standby has. By that moment, not by the clock of either, is judged who may
 * read there.
 */
export async function openStandby({
  connection,
  address,
  connections,
  db,
  listener,
  log,
}: StandbyOptions): Promise<Standby> {
  const reads = openDatabase({ connectionString: address, max: connections }, { onlyReads: true })
  const primary = openDatabase({ ...connection, max: 1, application_name: 'ullage-compares' })
  /** Everything that was committed before this moment is on the standby. */
  let caughtUp = Number.NEGATIVE_INFINITY
  let isThere = false
  let isPrimaryThere = true
  let who: string | undefined
  /** How far the primary was at which moment, oldest first. */
  let marks: { at: number; lsn: bigint }[] = []
  const wrote = new Map<number, number>()
  /** Words of writes may have been missed until then: nobody reads what is older. */
  let missedUntil = performance.now()
  let words: { at: number; say: () => void }[] = []

  const ask = async <T>(from: typeof reads, text: string): Promise<T | undefined> => {
    let found: T | undefined
    const asked = from.pool.query(text).then(
      ({ rows }) => {
        found = rows[0]
      },
      () => {},
    )
    if (!(await withTimeout(PATIENCE, asked))) from.renew()
    return found
  }

  async function compare(): Promise<void> {
    const at = performance.now()
    const first = await ask<{ lsn: string }>(primary, 'select pg_current_wal_flush_lsn()::text as lsn')
    if (first) marks.push({ at, lsn: numberOf(first.lsn) })
    const answer = await ask<{ lsn: string | null; follows: boolean; who: string }>(reads, ASK_STANDBY)
    tell(Boolean(first), Boolean(answer?.lsn))
    isPrimaryThere = Boolean(first)
    isThere = Boolean(answer?.lsn)
    if (!answer?.lsn) return
    if ((who !== undefined && who !== answer.who) || (!answer.follows && DatabaseHosts.of(address))) {
      // Every connection leads to one and the same, and to one that follows where there are others.
      who = undefined
      isThere = false
      reads.renew()
      return
    }
    who = answer.who
    const reached = numberOf(answer.lsn)
    for (const mark of marks) if (mark.lsn <= reached) caughtUp = Math.max(caughtUp, mark.at)
    marks = marks.filter((mark) => mark.lsn > reached).slice(0, 200)
  }

  function tell(primaryAnswers: boolean, standbyAnswers: boolean): void {
    if (primaryAnswers !== isPrimaryThere)
      log.warn(primaryAnswers ? 'the primary answers again' : 'the primary does not answer: reads go on')
    if (standbyAnswers !== isThere)
      log[standbyAnswers ? 'info' : 'warn'](
        standbyAnswers ? 'reads go to the standby' : 'the standby does not answer: reads go to the primary',
      )
  }

  function sayWhatIsSeen(): void {
    const now = performance.now()
    const late = words.filter(({ at }) => at > caughtUp && now - at > LONGEST_WORD)
    for (const { at } of late) missedUntil = Math.max(missedUntil, at)
    const ready = words.filter(({ at }) => !isUsed() || at <= caughtUp || now - at > LONGEST_WORD)
    words = words.filter((word) => !ready.includes(word))
    for (const { say } of ready) say()
    for (const [user_id, at] of wrote) if (at <= caughtUp) wrote.delete(user_id)
  }

  function isUsed(): boolean {
    return isThere && (isPrimaryThere ? behind() <= OLDEST : behind() <= LONGEST_ALONE)
  }
  const behind = () => performance.now() - caughtUp

  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let isClosed = false
  const goOn = () => {
    round = compare()
      .catch((error: unknown) => log.error({ err: error }, 'the standby could not be compared'))
      .then(() => {
        sayWhatIsSeen()
        const isAwaited = isThere && isPrimaryThere && (words.length > 0 || wrote.size > 0)
        if (!isClosed) timer = setTimeout(goOn, isAwaited ? QUICK_ROUND : ROUND)
      })
  }
  listener.on('written', (user_id) => wrote.set(Number(user_id), performance.now()))
  listener.onReconnect(() => {
    missedUntil = performance.now()
  })
  goOn()
  await round

  return {
    for: (user_id, mayBeOld) => {
      if (!isUsed()) return undefined
      if (!isPrimaryThere) return reads.db
      if (!mayBeOld || user_id === null || !listener.isAlive()) return undefined
      return Math.max(wrote.get(user_id) ?? Number.NEGATIVE_INFINITY, missedUntil) <= caughtUp
        ? reads.db
        : undefined
    },
    noteWrite: async (user_id) => {
      wrote.set(user_id, performance.now())
      await tellServers(db, user_id)
    },
    whenSeen: (say) => {
      if (isUsed() && isPrimaryThere) words.push({ at: performance.now(), say })
      else say()
    },
    hasPrimary: () => isPrimaryThere,
    age: () => (isUsed() ? behind() / 1000 : Number.NaN),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await round
      clearTimeout(timer)
      await Promise.all([reads.close(), primary.close()])
    },
  }
}

/**
 * Reads at the standby if that may be, else at the primary. What the standby fails or refuses is the primary's to judge: it may
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

/** Before the answer goes out: whoever has it finds every server told. */
async function tellServers(db: Database, user_id: number): Promise<void> {
  await notify(db, 'written', String(user_id))
}

/** A place in the log of the database, such as `16/B374D848`, as a number. */
function numberOf(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
