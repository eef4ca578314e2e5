import type pg from 'pg'
import { readUplink } from '#core/domains/telemetry/uplink.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { malformed, notFound, Refusal, unavailable } from '#server/platform/refusal.ts'
import { ensurePartitions, forgetPartitions } from './partitions.ts'
import { storeUplinks } from './storeUplinks.ts'
import type { Door, UplinkOutcome, WaitingUplink } from './waitingUplink.ts'

/** How many records may wait; beyond that devices are asked to come back, and keep what they have. */
const LARGEST_QUEUE = 200_000
/** How many records one transaction takes: enough to share its cost, few enough to answer soon. */
const RECORDS_A_FLUSH = 4_000
/** How many transactions run at once: one computes while another waits for the disk. */
const FLUSHES_AT_ONCE = 2

interface Waiting extends WaitingUplink {
  resolve: (outcome: UplinkOutcome) => void
  reject: (error: unknown) => void
}

/** The one way in: both doors hand their batches here, and are answered when they are on disk. */
export interface UplinkIntake {
  /** @throws Refusal 400 for what is no batch, 404 for a device that is gone or retired, 503 when too much waits. */
  accept: (given: GivenUplink) => Promise<UplinkOutcome>
  /** Resolves when nothing waits any more; nothing new is taken from then on. */
  close: () => Promise<void>
}

export interface GivenUplink {
  device_id: number
  /** The key it was sent with, to be held against the device's once it is locked; null where the door did that. */
  key_hash: Buffer | null
  body: unknown
  text: string
  door: Door
  address: string | null
}

interface IntakeOptions {
  pool: pg.Pool
  log: Log
  metrics: Metrics
}

export function openIntake({ pool, log, metrics }: IntakeOptions): UplinkIntake {
  let queue: Waiting[] = []
  let waitingRecords = 0
  let running = 0
  let closed = false
  let idle: (() => void) | undefined

  function accept({ device_id, key_hash, body, text, door, address }: GivenUplink): Promise<UplinkOutcome> {
    const uplink = readUplink(body, Date.now())
    if (!uplink) return Promise.reject(malformed())
    if (closed || waitingRecords > LARGEST_QUEUE) return Promise.reject(unavailable(5))
    waitingRecords += uplink.records.length
    return new Promise((resolve, reject) => {
      queue.push({
        device_id,
        key_hash,
        uplink,
        body: text,
        door,
        address,
        receivedAt: Date.now(),
        resolve,
        reject,
      })
      start()
    })
  }

  /** Batches that came within the same turn of the loop travel together. */
  function start(): void {
    if (running >= FLUSHES_AT_ONCE || queue.length === 0) return
    running += 1
    setImmediate(() => {
      const some = takeSome()
      flush(pool, some, metrics)
        .catch((error: unknown) => {
          log.warn({ err: error, batches: some.length }, sentenceOf(error))
          for (const one of some) one.reject(error instanceof Refusal ? error : unavailable(5))
        })
        .finally(() => {
          running -= 1
          waitingRecords -= some.reduce((sum, { uplink }) => sum + uplink.records.length, 0)
          start()
          if (running === 0 && queue.length === 0) idle?.()
        })
    })
  }

  function takeSome(): Waiting[] {
    let records = 0
    const end = queue.findIndex(({ uplink }) => {
      records += uplink.records.length + 1
      return records > RECORDS_A_FLUSH
    })
    const count = end < 0 ? queue.length : Math.max(end, 1)
    const some = queue.slice(0, count)
    queue = queue.slice(count)
    return some
  }

  return {
    accept,
    close: () => {
      closed = true
      if (running === 0 && queue.length === 0) return Promise.resolve()
      return new Promise((resolve) => {
        idle = resolve
      })
    },
  }
}

async function flush(pool: pg.Pool, some: readonly Waiting[], metrics: Metrics): Promise<void> {
  if (some.length === 0) return
  const done = metrics.flushSeconds.startTimer()
  const outcomes = await storeTogether(pool, some)
  done()
  for (const [index, one] of some.entries()) {
    const outcome = outcomes[index]
    if (!outcome) {
      one.reject(one.key_hash ? new Refusal(401, 'messages.wrong_device_key') : notFound())
      continue
    }
    metrics.readings.inc(
      { door: one.door },
      one.uplink.records.reduce((sum, { ports }) => sum + ports.length, 0),
    )
    metrics.refusedRecords.inc(outcome.refused.length)
    one.resolve(outcome)
  }
}

const DISK_FULL = '53100'

/** What whoever runs the product reads first. */
function sentenceOf(error: unknown): string {
  return (error as pg.DatabaseError).code === DISK_FULL
    ? 'uplinks wait in their devices: there is no room left on the disk of the database'
    : 'uplinks could not be stored'
}

type Outcomes = Awaited<ReturnType<typeof storeUplinks>>

/** What no retry mends: values that the database cannot hold, in a batch that passed our own checks. */
const UNSTORABLE = /^(22|54)/

/** All in one transaction; when one of them cannot be stored at all, each on its own, so that only that one fails. */
async function storeTogether(pool: pg.Pool, some: readonly Waiting[]): Promise<Outcomes> {
  try {
    return await store(pool, some)
  } catch (error) {
    if (!UNSTORABLE.test((error as pg.DatabaseError).code ?? '')) throw error
    if (some.length === 1) {
      some[0]?.reject(malformed())
      return [null]
    }
    const outcomes: Outcomes = []
    for (const one of some) outcomes.push(...(await storeTogether(pool, [one])))
    return outcomes
  }
}

const NO_SUCH_PART = '23514'
const STORED_ALREADY = '23505'

/**
 * Another server may have dropped a part that this one knows: then it is made again. And what was taken for new may
 * be stored all the same (a port that was switched off meanwhile): then the table is asked for each.
 */
async function store(pool: pg.Pool, some: readonly Waiting[], isSure = true): Promise<Outcomes> {
  await ensurePartitions(pool, timesOf(some))
  try {
    return await inTransaction(pool, (client) => storeUplinks(client, some, isSure))
  } catch (error) {
    const { code } = error as pg.DatabaseError
    if (code === STORED_ALREADY && isSure) return store(pool, some, false)
    if (code !== NO_SUCH_PART) throw error
    forgetPartitions()
    await ensurePartitions(pool, timesOf(some))
    return inTransaction(pool, (client) => storeUplinks(client, some, isSure))
  }
}

/** Parts are split by month at the finest: one moment of each is enough to know them. */
function timesOf(some: readonly Waiting[]): Iterable<number> {
  const months = new Map<string, number>()
  const add = (time: number) => {
    const date = new Date(time)
    months.set(`${date.getUTCFullYear()}-${date.getUTCMonth()}`, time)
  }
  for (const { uplink, receivedAt } of some) {
    add(receivedAt)
    for (const { time } of uplink.records) add(time)
  }
  return months.values()
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}
