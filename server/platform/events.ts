import { sql } from 'kysely'
import { type Context, productItself } from './context.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'

/** Everything that can happen which another part of the house may want to hear of. */
export interface Events {
  'readings.stored': { device_ids: number[] }
  'alert.opened': { alert_id: number; device_id: number; level: string }
  'alert.closed': { alert_id: number; device_id: number; level: string }
  'reset.requested': { username: string }
  'sign_up.requested': { sign_up_id: number }
  'work_order.changed': { id: number; status_id: number; by: number | null; at: string }
  'shipment.changed': { shipment_id: number; status_id: number; by: number | null; at: string }
  'notification.sent': { notification_id: number }
  /** How somebody signs in, or where he is written to, is no longer as it was. */
  'sign_in.changed': SignInChanged
  'invitation.accepted': { people_id: number; issued_by: number; at: string }
  'sign_up.confirmed': { sign_up_id: number; at: string }
  'device.moved': { device_id: number; from: number; to: number }
}

interface SignInChanged {
  user_id: number
  /** A text key below `told.sign_in_changed`. */
  what: string
  /** Who did it; nobody where a link of a mail did. */
  by: number | null
  /** Where he was written to until now, when that is what has changed. */
  written_to: string | null
  at: string
}

export type Subscribers = {
  [E in keyof Events]: readonly ((context: Context, payload: Events[E]) => Promise<void>)[]
}

/** Tells events in the transaction of their cause: they are told if and only if that happened. */
export async function emit<E extends keyof Events>(
  { db }: Context,
  name: E,
  payloads: readonly Events[E][],
): Promise<void> {
  if (payloads.length === 0) return
  await sql`insert into events (name, payload)
    select ${name}, payload from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as payload`.execute(
    db,
  )
  await sql`select pg_notify('events', '')`.execute(db)
}

const AT_ONCE = 20
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

/**
 * Carries out what follows from events. An event is deleted in the transaction of its consequences, so these
 * happen once; when they fail, the event waits and is tried again with growing pauses.
 */
export function startWorker(db: Database, subscribers: Subscribers, log: Log): Worker {
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
      while (!closed && (await carryOutSome(db, subscribers, log)) === AT_ONCE) {}
    } catch (error) {
      log.warn({ err: error }, 'events wait: the database does not answer')
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

async function carryOutSome(db: Database, subscribers: Subscribers, log: Log): Promise<number> {
  let failed: { event: EventRow; error: unknown } | undefined
  const count = await db
    .transaction()
    .execute(async (transaction) => {
      const { rows } = await sql<EventRow>`
        delete from events where event_id in (
          select event_id from events where run_at <= now() order by event_id limit ${AT_ONCE}
          for update skip locked)
        returning event_id, name, payload, attempts`.execute(transaction)
      for (const event of merged(rows)) {
        failed = { event, error: undefined }
        const context = { actor: productItself, db: transaction, now: new Date() }
        for (const subscriber of subscribers[event.name] ?? []) await subscriber(context, event.payload)
      }
      failed = undefined
      return rows.length
    })
    .catch(async (error: unknown) => {
      if (!failed) throw error
      log.error({ err: error, event: failed.event.name }, 'what follows from an event failed')
      await postpone(db, failed.event, error)
      return AT_ONCE
    })
  return count
}

/** The same news of several batches is one: devices are judged by what is newest. */
function merged(rows: EventRow[]): EventRow[] {
  const readings = rows.filter(({ name }) => name === 'readings.stored')
  if (readings.length < 2) return rows.sort((a, b) => a.event_id - b.event_id)
  const ids = new Set(readings.flatMap(({ payload }) => (payload as Events['readings.stored']).device_ids))
  const one = { ...readings[0]!, payload: { device_ids: [...ids] } as never }
  return [
    one,
    ...rows.filter(({ name }) => name !== 'readings.stored').sort((a, b) => a.event_id - b.event_id),
  ]
}

async function postpone(db: Database, { event_id, attempts }: EventRow, error: unknown): Promise<void> {
  const pause = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length - 1)]!
  await sql`update events set attempts = attempts + 1, run_at = now() + make_interval(secs => ${pause}),
    last_error = ${String((error as Error).message).slice(0, 500)} where event_id = ${event_id}`.execute(db)
}
