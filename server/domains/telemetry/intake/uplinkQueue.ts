import type pg from 'pg'
import { type BodyRefusal, LARGEST_BATCH, readUplink } from '#core/domains/telemetry/uplink.ts'
import type { Issue } from '#core/platform/issue.ts'
import { codeOf } from '#server/platform/codeOf.ts'
import { isConnectionLoss } from '#server/platform/database/isConnectionLoss.ts'
import { retryOnConflict } from '#server/platform/database/transactions.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { invalid, malformed, notFound, Refusal, unavailable } from '#server/platform/refusal.ts'
import { openFairQueue } from './fairQueue.ts'
import { readTakenMonths } from './partitions.ts'
import { openRawBodies } from './rawBodies.ts'
import { storeInvalidUplink } from './storeInvalidUplink.ts'
import { storeUplinks } from './storeUplinks.ts'
import type { UplinkOutcome, UplinkTransport, WaitingUplink } from './waitingUplink.ts'

/** Records that may wait; beyond that, devices must retry later. */
const MAX_WAITING = 200_000
/** Waiting records of one device, so that one that sends without end blocks no other. */
const MAX_PER_DEVICE = 10_000
/** Records of one transaction: enough to share its cost, few enough to respond soon. */
const RECORDS_PER_FLUSH = 4_000
/** Interval for checking which months are accepted. */
const RECHECK_MS = 60_000
/** Concurrent transactions: one computes while another waits for the disk. */
const MAX_FLUSHES = 2

interface Waiting extends WaitingUplink {
  company_id: number
  resolve: (outcome: UplinkOutcome) => void
  reject: (error: unknown) => void
}

/** Entry point of all uplinks: HTTP and MQTT pass their batches, and get a response when they are on disk. */
export interface UplinkQueue {
  /** @throws Refusal 422 for a body that is not a batch, 404 for a device that is gone or retired, 503 if too many records wait */
  accept: (input: UplinkInput) => Promise<UplinkOutcome>
  /** Number of records waiting to be stored. */
  waiting: () => number
  /** Whether too many records wait, so that devices must retry later. */
  isFull: () => boolean
  /** End of the accepted period, epoch milliseconds. */
  takesUntil: () => number
  /** Resolves when no batch is pending; no batch is accepted from then on. */
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
  transport: UplinkTransport
  address: string | null
}

interface IntakeOptions {
  pool: pg.Pool
  log: Log
  metrics: Metrics
  /** Maximum of waiting records per company; 0 for no separate limit. */
  recordsOfCompany: number
}

export async function openUplinkQueue(options: IntakeOptions): Promise<UplinkQueue> {
  const { pool, log, metrics, recordsOfCompany } = options
  const months = await watchTakenMonths(pool)
  const queue = openFairQueue<Waiting>()
  const rawBodies = openRawBodies()
  const waiting = countWaiting(recordsOfCompany || MAX_WAITING)
  let running = 0
  let closed = false
  const outage = noteOutage(log)
  let idle: (() => void) | undefined

  function accept({ body, text, ...input }: UplinkInput): Promise<UplinkOutcome> {
    const { device_id, key_hash, transport } = input
    const uplink = readUplink(body, Date.now(), months.taken().from)
    const isJson = body !== undefined
    if (typeof uplink === 'string') {
      const raw = rawBodies.rawOf(device_id, text, { records: 0, isJson })
      return refuseForeign({ device_id, key_hash, raw, transport }, uplink)
    }
    const count = uplink.records.length
    if (closed || waiting.isTooMuch(input, count)) return Promise.reject(unavailable(5))
    waiting.add(input, count)
    return new Promise((resolve, reject) => {
      const raw = rawBodies.rawOf(device_id, text, { records: count + uplink.refused.length, isJson })
      queue.push({ ...input, uplink, body: raw, receivedAt: Date.now(), resolve, reject })
      start()
    })
  }

  /** Stores an invalid body for staff to see, and refuses it, so that the device keeps its records. */
  async function refuseForeign(input: Foreign, reason: BodyRefusal): Promise<never> {
    const isStored = await storeInvalidUplink(pool, input, reason).catch((error: unknown) => {
      if (UNSTORABLE.test(codeOf(error) ?? '')) return true
      outage.failed(error, 1)
      throw unavailable(5)
    })
    if (!isStored) throw unknownOrWrongKey(input)
    metrics.refusedRecords.inc(1)
    throw invalid([BODY_ISSUES[reason]])
  }

  /** Batches of one turn of the event loop are stored together. */
  function start(): void {
    if (running >= MAX_FLUSHES || queue.isEmpty()) return
    running += 1
    setImmediate(() => {
      const some = queue.take(RECORDS_PER_FLUSH)
      flush(pool, some, metrics)
        .then(() => outage.stored(some.length))
        .catch((error: unknown) => {
          // While the database is unreachable, waiting is pointless: all must retry later.
          if (codeOf(error) === NO_SUCH_PART) void months.recheck()
          if (isConnectionLoss(error)) for (const item of queue.takeAll()) some.push(item)
          outage.failed(error, some.length)
          for (const item of some) item.reject(error instanceof Refusal ? error : unavailable(5))
        })
        .finally(() => {
          running -= 1
          for (const item of some) waiting.add(item, -item.uplink.records.length)
          start()
          if (running === 0 && queue.isEmpty()) idle?.()
        })
    })
  }

  return {
    accept,
    waiting: waiting.count,
    isFull: waiting.isFull,
    takesUntil: () => months.taken().until,
    close: () => {
      closed = true
      months.stop()
      if (running === 0 && queue.isEmpty()) return Promise.resolve()
      return new Promise((resolve) => {
        idle = resolve
      })
    },
  }
}

/** Logs once that batches cannot be stored, and once that they are again, not each flush between. */
function noteOutage(log: Log) {
  let logged = ''
  let refused = 0
  return {
    failed: (error: unknown, batches: number) => {
      refused += batches
      const sentence = sentenceOf(error)
      if (sentence !== logged) log.warn({ err: error, batches }, sentence)
      logged = sentence
    },
    stored: (batches: number) => {
      if (logged === '' || batches === 0) return
      log.info({ batches, refused }, 'uplinks are stored again')
      logged = ''
      refused = 0
    },
  }
}

/** The accepted months, which change with the settings and the calendar, on any server. */
async function watchTakenMonths(pool: pg.Pool) {
  let taken = await readTakenMonths(pool, Date.now())
  const recheck = () =>
    readTakenMonths(pool, Date.now()).then(
      (found) => {
        taken = found
      },
      () => {},
    )
  const timer = setInterval(recheck, RECHECK_MS).unref()
  return { taken: () => taken, recheck, stop: () => clearInterval(timer) }
}

type Sender = Pick<UplinkInput, 'device_id' | 'company_id'>

/** Counts waiting records, also by device and company. */
function countWaiting(maxOfCompany: number) {
  let waiting = 0
  const ofDevices = countShares(MAX_PER_DEVICE)
  const ofCompanies = countShares(maxOfCompany)
  const isFull = () => waiting > MAX_WAITING
  return {
    count: () => waiting,
    isFull,
    isTooMuch: ({ device_id, company_id }: Sender, more: number) =>
      isFull() || ofDevices.isTooMuch(device_id, more) || ofCompanies.isTooMuch(company_id, more),
    add: ({ device_id, company_id }: Sender, more: number) => {
      waiting += more
      ofDevices.add(device_id, more)
      ofCompanies.add(company_id, more)
    },
  }
}

/** Counts waiting records by id. One without waiting records may always send a batch. */
function countShares(max: number) {
  const shares = new Map<number, number>()
  return {
    isTooMuch: (id: number, more: number) => {
      const share = shares.get(id)
      return share !== undefined && share + more > max
    },
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

const unknownOrWrongKey = ({ key_hash }: { key_hash: Buffer | null }) =>
  key_hash ? new Refusal(401, 'messages.wrong_device_key') : notFound()

async function flush(pool: pg.Pool, some: readonly Waiting[], metrics: Metrics): Promise<void> {
  if (some.length === 0) return
  const done = metrics.flushSeconds.startTimer()
  const outcomes = await storeTogether(pool, some)
  done()
  for (const [index, one] of some.entries()) {
    const outcome = outcomes[index]
    if (!outcome) {
      one.reject(unknownOrWrongKey(one))
      continue
    }
    metrics.readings.inc(
      { door: one.transport },
      one.uplink.records.reduce((sum, { ports }) => sum + ports.length, 0),
    )
    metrics.refusedRecords.inc(outcome.refused.length)
    one.resolve(outcome)
  }
}

const DISK_FULL = '53100'

/** The log message for operators. */
function sentenceOf(error: unknown): string {
  return codeOf(error) === DISK_FULL
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
    if (!UNSTORABLE.test(codeOf(error) ?? '')) throw error
    if (some.length === 1) {
      some[0]?.reject(malformed())
      return [null]
    }
    const outcomes: Outcomes = []
    for (const item of some) outcomes.push(...(await storeTogether(pool, [item])))
    return outcomes
  }
}

/** A month was dropped just now; devices retry and learn that it is too old. */
const NO_SUCH_PART = '23514'
const STORED_ALREADY = '23505'

/** A reading taken as new may be stored already, if its port was switched off in the meantime; then check the table. */
async function store(pool: pg.Pool, some: readonly Waiting[], knownNew = true): Promise<Outcomes> {
  try {
    return await retryOnConflict(() => inTransaction(pool, (client) => storeUplinks(client, some, knownNew)))
  } catch (error) {
    if (codeOf(error) === STORED_ALREADY && knownNew) return store(pool, some, false)
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
