import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { type Context, systemActor } from '../context.ts'
import type { Database } from '../database/database.ts'
import { tryLock } from '../database/locks.ts'
import { notify, notifyOn } from '../database/notify.ts'
import { runPrepared } from '../database/prepared.ts'
import { retryOnConflict } from '../database/transactions.ts'
import type { Encryptor } from '../encryptor.ts'
import type { Log } from '../log.ts'
import type { Traced } from '../tracing.ts'

/** Every event to which another part of the product may subscribe. An event with terms of a domain is declared there. */
export interface Events {
  'readings.stored': { device_ids: number[] }
  /** The newest readings of these devices are old: today's levels must be estimated. */
  'readings.outdated': { device_ids: number[] }
  /** Levels of these devices differ from the basis of their forecasts. */
  'forecasts.contradicted': { device_ids: number[] }
  /** Levels of silent tanks were estimated or entered. */
  'levels.estimated': { device_ids: number[] }
  /** A tank's size, thresholds or monitoring has changed. */
  'tank.changed': { device_ids: number[] }
  /** A device's monitoring or its limits have changed. */
  'device.status_changed': { device_ids: number[] }
  'alert.opened': { alert_id: number; device_id: number; level: string }
  /** The snooze of an alert has ended. */
  'alert.woken': { alert_id: number }
  /** An urgent alert has had no answer for as long as its on-call plan allows. */
  'alert.unanswered': { alert_id: number; company_id: number; position: number }
  'alert.closed': { alert_id: number; device_id: number; level: string }
  'reset.requested': { username: string }
  'sign_up.requested': { sign_up_id: number }
  'work_order.changed': { id: number; status_id: number; by: number | null; at: string }
  'shipment.changed': { shipment_id: number; status_id: number; by: number | null; at: string }
  'notification.sent': { notification_id: number }
  /** A user's sign-in methods or mail address have changed. */
  'sign_in.changed': SignInChanged
  'invitation.accepted': { people_id: number; issued_by: number; at: string }
  'sign_up.confirmed': { sign_up_id: number; at: string }
  /** A scheduled backup has failed. */
  'backup.failed': { reason: string; at: string }
  /** The review of a past month's forecasts, as shares. `month` is its first day. */
  'forecasts.reviewed': ForecastReview
  /** A record that webhooks report has changed. */
  'record.changed': { resource: string; id: number; action: string; at: string }
  /** Readings have arrived: webhooks report the newest of these devices. */
  'readings.to_report': { device_ids: number[] }
  'device.moved': { device_id: number; from: number; to: number }
  /** Some rows of an import wait to be tested, stored or undone. */
  'import.due': { import_id: number }
  /** Some deliveries of a billing run wait for their invoices. */
  'billing.due': { billing_run_id: number }
  /** A statement waits to be mailed, as its user requested. */
  'statement.due': {
    company_id: number
    from?: string | undefined
    to?: string | undefined
    by: { user_id: number; company_id: number | null; impersonator_id: number | null }
  }
  /** Some invoices of a billing run are to be voided, by this user. */
  'billing.undo_due': {
    billing_run_id: number
    user_id: number
    company_id: number | null
    impersonator_id: number | null
  }
  /** Some invoices of a billing run wait to be mailed. */
  'billing.mails_due': { billing_run_id: number }
}

interface ForecastReview {
  month: string
  forecasts: number
  inside: number
  before_low: number
  /** Median error in days of forecasts two weeks ahead; null without any. */
  median_error: number | null
  /** The tanks with the worst forecasts. */
  worst: string[]
  at: string
}

interface SignInChanged {
  user_id: number
  /** A text key below `notification_texts.sign_in_changed`. */
  what: string
  /** The user who did it; null for a link in a mail. */
  by: number | null
  /** The previous mail address, if that is what has changed. */
  written_to: string | null
  at: string
}

/** Handles some events of one name at once, in the order in which they happened. */
type Subscriber<E extends keyof Events> = (context: Context, payloads: readonly Events[E][]) => Promise<void>

export type Subscribers = { [E in keyof Events]: readonly Subscriber<E>[] }

/** A subscriber that handles one event after the other. */
export function subscribeToEach<T>(
  work: (context: Context, payload: T) => Promise<void>,
): (context: Context, payloads: readonly T[]) => Promise<void> {
  return async (context, payloads) => {
    for (const payload of payloads) await work(context, payload)
  }
}

/** A subscriber that merges batches: devices are judged by their newest state, so several batches are handled as one. */
export function subscribeInBatches<T extends { device_ids: number[] }>(
  work: (context: Context, payload: { device_ids: number[] }) => Promise<void>,
): (context: Context, payloads: readonly T[]) => Promise<void> {
  return (context, payloads) => {
    return work(context, { device_ids: [...new Set(payloads.flatMap(({ device_ids }) => device_ids))] })
  }
}

const INSERT =
  'insert into events (name, payload, run_at) select $1, payload, now() + make_interval(secs => $3) from jsonb_array_elements($2::jsonb) as payload'

/**
 * Emits events in the transaction of their cause: they are delivered if and only if it commits.
 * @param delay seconds until they are handled
 */
export async function emit<E extends keyof Events>(
  { db }: Pick<Context, 'db'>,
  name: E,
  payloads: readonly Events[E][],
  delay = 0,
): Promise<void> {
  if (payloads.length === 0) return
  await db.executeQuery(CompiledQuery.raw(INSERT, [name, JSON.stringify(payloads), delay]))
  await notify(db, 'events')
}

/** Like `emit`, on a connection outside Kysely. */
export async function emitOn<E extends keyof Events>(
  client: pg.ClientBase,
  name: E,
  payloads: readonly Events[E][],
): Promise<void> {
  if (payloads.length === 0) return
  await client.query({ name: 'emit', text: INSERT, values: [name, JSON.stringify(payloads), 0] })
  await notifyOn(client, 'events')
}

const RETRY_SECONDS = [1, 5, 30, 120, 600]

interface EventRow {
  event_id: number
  name: keyof Events
  payload: never
  attempts: number
}

export interface Worker {
  wake: () => void
  close: () => Promise<void>
}

interface WorkerOptions {
  db: Database
  subscribers: Subscribers
  log: Log
  encryptor: Encryptor
  /** Locks what the subscribers of these events will lock: one transaction handles all of them. */
  lockFirst: (context: Context, events: readonly WorkerResult[]) => Promise<void>
  /** Wraps the work that follows from events of one name. */
  traced?: Traced | undefined
  /** Called for each event once its effects are committed. */
  onDone?: (event: WorkerResult) => void
  onFailure?: (name: keyof Events) => void
}

export type WorkerResult = { [E in keyof Events]: { name: E; payload: Events[E] } }[keyof Events]

/**
 * Handles events. An event is deleted in the transaction of its effects, so these happen once; after a failure the event waits and is
 * retried with growing pauses.
 */
export function startWorker(options: WorkerOptions): Worker {
  let working: Promise<void> | undefined
  let again = false
  let closed = false

  function wake(): void {
    again = true
    if (working || closed) return
    working = work().finally(() => {
      working = undefined
      if (again && !closed) wake()
    })
  }

  async function work(): Promise<void> {
    again = false
    try {
      for (let isMore = true; isMore && !closed; ) {
        isMore = false
        for (const lane of await lanesWithWork(options.db)) {
          if ((await carryOutSome(options, lane)) > 0) isMore = true
        }
      }
    } catch (error) {
      options.log.warn({ err: error }, 'events wait: the database does not answer')
    }
  }

  const timer = setInterval(wake, 1_000)
  wake()
  return {
    wake,
    close: async () => {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}

interface Lane {
  names: readonly (keyof Events)[]
  /** Events of one transaction. */
  atOnce: number
  /** One server at a time handles them, so that their effects are committed in the order of the events. */
  isInOrder?: true
}

/**
 * Readings have their own lane: thousands of messages delay neither the evaluation of alerts nor devices, whose rows are locked at that
 * time. Alerts lock nothing that others need and are reported together; a fleet that falls silent, or whose forecasts are renewed, delays
 * no other message.
 */
const LANES: readonly Lane[] = [
  { names: ['readings.stored'], atOnce: 20 },
  { names: ['readings.outdated', 'forecasts.contradicted'], atOnce: 20 },
  { names: ['alert.opened', 'alert.woken', 'alert.closed'], atOnce: 500 },
  { names: ['record.changed', 'readings.to_report'], atOnce: 500, isInOrder: true },
]
/** Long work, a second at a time: other events run in between, and two such works take turns. */
const LONG_WORK: Lane = {
  names: ['import.due', 'billing.due', 'billing.undo_due', 'billing.mails_due', 'statement.due'],
  atOnce: 1,
}
const NAMED = new Set([...LANES, LONG_WORK].flatMap(({ names }) => names))

/** The lanes with due events, in their order: an empty lane costs no transaction. */
async function lanesWithWork(db: Database): Promise<Lane[]> {
  const due = await runPrepared(
    db,
    sql<Pick<EventRow, 'name'>>`select distinct name from events where run_at <= now()`,
  )
  const names = due.map(({ name }) => name)
  const others: Lane = { names: names.filter((name) => !NAMED.has(name)), atOnce: 20 }
  return [...LANES, others, LONG_WORK].filter((lane) => lane.names.some((name) => names.includes(name)))
}

/** Takes due events, in their order; they are gone when the transaction is committed. */
async function claimDue(transaction: Database, { names, atOnce, isInOrder }: Lane): Promise<EventRow[]> {
  if (isInOrder && !(await tryLock(transaction, 'events_in_order'))) return []
  const rows = await runPrepared(
    transaction,
    sql<EventRow>`
      delete from events where event_id in (
        select event_id from events where run_at <= now() and name = any(${names}) order by event_id limit ${atOnce}
        for update skip locked)
      returning event_id, name, payload, attempts`,
  )
  return rows.sort((a, b) => a.event_id - b.event_id)
}

/** @returns how many events were taken; after a failure the maximum, for there is more to do. */
async function carryOutSome(options: WorkerOptions, lane: Lane): Promise<number> {
  const { atOnce } = lane
  const { db, subscribers, log, encryptor, lockFirst, onDone, onFailure } = options
  const { traced = (_, work) => work() } = options
  let failed: readonly EventRow[] = []
  try {
    const carryOut = async (transaction: Database) => {
      failed = []
      const rows = await claimDue(transaction, lane)
      const contextNow = () => ({ actor: systemActor, db: transaction, now: new Date(), encryptor })
      failed = rows
      await lockFirst(contextNow(), rows as WorkerResult[])
      for (const some of runsOf(rows)) {
        failed = some
        await traced(`event ${firstOf(some).name}`, () => notifySubscribers(subscribers, some, contextNow()))
      }
      failed = []
      return rows
    }
    const rows = await retryOnConflict(() => db.transaction().execute(carryOut))
    for (const row of rows) onDone?.(row as WorkerResult)
    return rows.length
  } catch (error) {
    if (failed.length === 0) throw error
    if (failed.length > 1) {
      // One unknown event fails: bisection finds it, and only that one waits.
      await carryOutSome(options, { ...lane, atOnce: Math.ceil(failed.length / 2) })
      return atOnce
    }
    const event = firstOf(failed)
    onFailure?.(event.name)
    log.error({ err: error, event: event.name }, 'what follows from an event failed')
    await postpone(db, event, error)
    return atOnce
  }
}

async function notifySubscribers(
  subscribers: Subscribers,
  events: readonly EventRow[],
  context: Context,
): Promise<void> {
  const payloads = events.map(({ payload }) => payload)
  for (const subscriber of subscribers[firstOf(events).name]) await subscriber(context, payloads)
}

/** Consecutive events of one name. */
function runsOf(rows: readonly EventRow[]): EventRow[][] {
  const runs: EventRow[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.[0]?.name === row.name) last.push(row)
    else runs.push([row])
  }
  return runs
}

async function postpone(db: Database, { event_id, attempts }: EventRow, error: unknown): Promise<void> {
  const pause = itemAt(RETRY_SECONDS, Math.min(attempts, RETRY_SECONDS.length - 1))
  await sql`update events set attempts = attempts + 1, run_at = now() + make_interval(secs => ${pause}),
    last_error = ${messageOf(error).slice(0, 500)} where event_id = ${event_id}`.execute(db)
}
