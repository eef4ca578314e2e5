import type pg from 'pg'
import { type BodyRefusal, LARGEST_BATCH, readUplink } from '#core/domains/telemetry/uplink.ts'
import type { Issue } from '#core/platform/issue.ts'
import { isConnectionLoss } from '#server/platform/isConnectionLoss.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { invalid, malformed, notFound, Refusal, unavailable } from '#server/platform/refusal.ts'
import { retryOnConflict } from '#server/platform/transactions.ts'
import { openFairQueue } from './fairQueue.ts'
import { readTakenMonths } from './partitions.ts'
import { openRawBodies } from './rawBodies.ts'
import { storeInvalidUplink } from './storeInvalidUplink.ts'
import { storeUplinks } from './storeUplinks.ts'
import type { UplinkOutcome, UplinkTransport, WaitingUplink } from './waitingUplink.ts'

/** How many records may wait; beyond that devices are asked to come back, and keep what they have. */
const LARGEST_QUEUE = 200_000
/** How many of them may be of one device: one that sends without end takes the place of no other. */
const LARGEST_SHARE = 10_000
/** How many records one transaction takes: enough to share its cost, few enough to answer soon. */
const RECORDS_PER_FLUSH = 4_000
/** How often it is looked which months are taken, in milliseconds. */
const LOOK_AGAIN = 60_000
/** How many transactions run at once: one computes while another waits for the disk. */
const FLUSHES_AT_ONCE = 2

interface Waiting extends WaitingUplink {
  company_id: number
  resolve: (outcome: UplinkOutcome) => void
  reject: (error: unknown) => void
}

/** Entry point of all uplinks: HTTP and MQTT pass their batches, and get an answer when they are on disk. */
export interface UplinkQueue {
  /** @throws Refusal 422 for what is no batch, 404 for a device that is gone or retired, 503 when too much waits. */
  accept: (given: UplinkInput) => Promise<UplinkOutcome>
  /** How many records wait to be stored. */
  waiting: () => number
  /** Whether too many records wait, so that devices are asked to retry later. */
  isFull: () => boolean
  /** End of the accepted period, epoch milliseconds. */
  takesUntil: () => number
  /** Resolves when nothing waits any more; from then on no batch is accepted. */
  close: () => Promise<void>
}

export interface UplinkInput {
  device_id: number
  /** Current or very recent owner of the device; the batches of a company share its place in the queue. */
  company_id: number
  /** Hash of the key it was sent with, to check once the device is locked; null if the transport has checked it. */
  key_hash: Buffer | null
  body: unknown
  text: string
  door: UplinkTransport
  address: string | null
}

interface IntakeOptions {
  pool: pg.Pool
  log: Log
  metrics: Metrics
  /** Maximum of waiting records per company; 0 for no limit of its own. */
  recordsOfCompany: number
}

export async function openUplinkQueue({
  pool,
  log,
  metrics,
  recordsOfCompany,
}: IntakeOptions): Promise<UplinkQueue> {
  let taken = await readTakenMonths(pool, Date.now())
  const queue = openFairQueue<Waiting>()
  const rawBodies = openRawBodies()
  let waitingRecords = 0
  const ofDevices = countShares(LARGEST_SHARE)
  const ofCompanies = countShares(recordsOfCompany || LARGEST_QUEUE)
  let running = 0
  let closed = false
  let idle: (() => void) | undefined

  /** Which months are taken changes with the settings and the calendar; whoever made or dropped parts. */
  const look = () =>
    readTakenMonths(pool, Date.now()).then(
      (found) => {
        taken = found
      },
      () => {},
    )
  const timer = setInterval(look, LOOK_AGAIN).unref()

  function accept({
    device_id,
    company_id,
    key_hash,
    body,
    text,
    door,
    address,
  }: UplinkInput): Promise<UplinkOutcome> {
    const uplink = readUplink(body, Date.now(), taken.from)
    const isJson = body !== undefined
    if (typeof uplink === 'string') {
      const raw = rawBodies.rawOf(device_id, text, { records: 0, isJson })
      return refuseForeign({ device_id, key_hash, raw, door }, uplink)
    }
    const count = uplink.records.length
    const isTooMuch = ofDevices.isTooMuch(device_id, count) || ofCompanies.isTooMuch(company_id, count)
    if (closed || isTooMuch || waitingRecords > LARGEST_QUEUE) return Promise.reject(unavailable(5))
    waitingRecords += count
    ofDevices.add(device_id, count)
    ofCompanies.add(company_id, count)
    return new Promise((resolve, reject) => {
      queue.push({
        device_id,
        company_id,
        key_hash,
        uplink,
        body: rawBodies.rawOf(device_id, text, { records: count + uplink.refused.length, isJson }),
        door,
        address,
        receivedAt: Date.now(),
        resolve,
        reject,
      })
      start()
    })
  }

  /** What is none of ours is kept for staff to see, and refused, so that its device forgets nothing. */
  async function refuseForeign(given: Foreign, reason: BodyRefusal): Promise<never> {
    const isKept = await storeInvalidUplink(pool, given, reason).catch((error: unknown) => {
      if (UNSTORABLE.test((error as pg.DatabaseError).code ?? '')) return true
      log.warn({ err: error, batches: 1 }, sentenceOf(error))
      throw unavailable(5)
    })
    if (!isKept) throw goneOrWrongKey(given)
    metrics.refusedRecords.inc(1)
    throw invalid([BODY_ISSUES[reason]])
  }

  /** Batches of one turn of the event loop are stored together. */
  function start(): void {
    if (running >= FLUSHES_AT_ONCE || queue.isEmpty()) return
    running += 1
    setImmediate(() => {
      const some = queue.take(RECORDS_PER_FLUSH)
      flush(pool, some, metrics)
        .catch((error: unknown) => {
          log.warn({ err: error, batches: some.length }, sentenceOf(error))
          // Who waits behind a database that is away would only wait longer: all are asked to come back.
          if ((error as pg.DatabaseError).code === NO_SUCH_PART) void look()
          if (isConnectionLoss(error)) for (const one of queue.takeAll()) some.push(one)
          for (const one of some) one.reject(error instanceof Refusal ? error : unavailable(5))
        })
        .finally(() => {
          running -= 1
          for (const one of some) forget(one)
          start()
          if (running === 0 && queue.isEmpty()) idle?.()
        })
    })
  }

  /** Removes a batch from the counts of waiting records. */
  function forget({ device_id, company_id, uplink }: Waiting): void {
    waitingRecords -= uplink.records.length
    ofDevices.add(device_id, -uplink.records.length)
    ofCompanies.add(company_id, -uplink.records.length)
  }

  return {
    accept,
    waiting: () => waitingRecords,
    isFull: () => waitingRecords > LARGEST_QUEUE,
    takesUntil: () => taken.until,
    close: () => {
      closed = true
      clearInterval(timer)
      if (running === 0 && queue.isEmpty()) return Promise.resolve()
      return new Promise((resolve) => {
        idle = resolve
      })
    },
  }
}

/** How many records of each wait. Who has none waiting may always hand in a batch. */
function countShares(most: number) {
  const shares = new Map<number, number>()
  return {
    isTooMuch: (id: number, more: number) => shares.has(id) && shares.get(id)! + more > most,
    add: (id: number, more: number) => {
      const share = (shares.get(id) ?? 0) + more
      if (share > 0) shares.set(id, share)
      else shares.delete(id)
    },
  }
}

type Foreign = Parameters<typeof storeInvalidUplink>[1]

const BODY_ISSUES: Record<BodyRefusal, Issue> = {
  not_a_batch: { field: 'records', rule: 'not_a_batch' },
  records_invalid: { field: 'records', rule: 'type_array' },
  too_many_records: { field: 'records', rule: 'too_many_records', params: { max: LARGEST_BATCH } },
}

const goneOrWrongKey = ({ key_hash }: { key_hash: Buffer | null }) =>
  key_hash ? new Refusal(401, 'messages.wrong_device_key') : notFound()

async function flush(pool: pg.Pool, some: readonly Waiting[], metrics: Metrics): Promise<void> {
  if (some.length === 0) return
  const done = metrics.flushSeconds.startTimer()
  const outcomes = await storeTogether(pool, some)
  done()
  for (const [index, one] of some.entries()) {
    const outcome = outcomes[index]
    if (!outcome) {
      one.reject(goneOrWrongKey(one))
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

/** The log message for operators. */
function sentenceOf(error: unknown): string {
  return (error as pg.DatabaseError).code === DISK_FULL
    ? 'uplinks wait in their devices: there is no room left on the disk of the database'
    : 'uplinks could not be stored'
}

type Outcomes = Awaited<ReturnType<typeof storeUplinks>>

/** Errors that no retry fixes: values that the database cannot store, in a batch that passed our own checks. */
const UNSTORABLE = /^(22|54)/

/** Stores all in one transaction; if one cannot be stored at all, each in its own, so that only that one fails. */
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

/** A month was dropped just now; devices retry and learn that it is too old. */
const NO_SUCH_PART = '23514'
const STORED_ALREADY = '23505'

/** What was taken for new may be stored all the same (a port that was switched off meanwhile): then the table is asked. */
async function store(pool: pg.Pool, some: readonly Waiting[], isSure = true): Promise<Outcomes> {
  try {
    return await retryOnConflict(() => inTransaction(pool, (client) => storeUplinks(client, some, isSure)))
  } catch (error) {
    if ((error as pg.DatabaseError).code === STORED_ALREADY && isSure) return store(pool, some, false)
    throw error
  }
}

/** A set of devices is read by index whatever its size, so a generic plan saves planning each query. */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan'

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(BEGIN)
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
