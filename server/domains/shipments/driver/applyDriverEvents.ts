import { sql } from 'kysely'
import type { EventOutcome } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverEvent } from '#core/domains/shipments/driver/driverEvents.ts'
import { phoneTime } from '#core/domains/shipments/driver/phoneTime.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Values } from '#core/platform/values.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { notFound } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { reasonOf } from '#server/resources/changes/reasonOf.ts'
import { readRecord } from '#server/resources/rows.ts'
import { judgeEvent } from './judgeEvent.ts'
import type { Judgement } from './judgement.ts'

/**
 * Applies the events from a phone in their order, each once and in its own transaction. An event that cannot be
 * applied is stored with the reason until a person resolves it, so no driver's entry is lost. Impossible times are
 * corrected (decision 240).
 * @param sent_at the phone's clock when it sent the events
 */
export async function applyDriverEvents(
  context: Context,
  events: readonly DriverEvent[],
  sent_at?: string,
): Promise<EventOutcome[]> {
  const outcomes: EventOutcome[] = []
  for (const sent of events) {
    const { event, phone_at } = corrected(sent, { now: context.now, sent_at })
    outcomes.push(await inTransaction(context, (own) => applyOnce(own, event, phone_at)))
  }
  return outcomes
}

/** Corrects the time of an event to one that is possible; `phone_at` is the phone's time if that differs. */
function corrected(
  event: DriverEvent,
  clock: { now: Date; sent_at: string | undefined },
): { event: DriverEvent; phone_at: string | null } {
  const { at, isCorrected } = phoneTime(event.at, clock)
  const body =
    'lifted_at' in event.body
      ? { ...event.body, lifted_at: phoneTime(event.body.lifted_at, clock).at }
      : event.body
  return { event: { ...event, at, body } as DriverEvent, phone_at: isCorrected ? event.at : null }
}

async function applyOnce(
  context: Context,
  event: DriverEvent,
  phone_at: string | null,
): Promise<EventOutcome> {
  const { db, actor, now } = context
  const { event_id, shipment_id, stop_id, kind, at, body } = event
  // If the event is sent twice at once, the second insert waits here for the first.
  const { numAffectedRows } = await sql`
    insert into driver_events (event_id, user_id, shipment_id, stop_id, kind, at, phone_at, body, outcome,
      received_at)
    values (${event_id}, ${actor.user_id}, ${shipment_id}, ${stop_id}, ${kind}, ${at}, ${phone_at},
      ${JSON.stringify(body)}, 'conflict', ${now})
    on conflict (event_id) do nothing`.execute(db)
  if (numAffectedRows === 0n) return { ...(await readOutcome(context, event_id)), isRepeated: true }
  return writeOutcome(context, event_id, await judgeSafely(context, event, accountOf(context).user_id))
}

/**
 * Judges again an event that did not count, or dismisses it for good.
 * @throws Refusal 404 if the event is resolved, or the actor may not resolve it
 */
export async function resolveDriverEvent(
  context: Context,
  event_id: string,
  how: 'again' | 'aside',
): Promise<EventOutcome> {
  const { db, actor, now } = context
  const { rows } = await sql<StoredEvent>`
    select event_id, user_id, shipment_id, stop_id, kind, at, body from driver_events
    where event_id = ${event_id} and outcome in ('conflict', 'refused') for update`.execute(db)
  const stored = rows[0]
  if (!stored || (actor.loginType === 'driver' && stored.user_id !== actor.user_id)) throw notFound()
  const { user_id, ...event } = stored
  if (user_id !== actor.user_id) await readRecord(context, shipment_planners, event.shipment_id)
  const judged: Judgement =
    how === 'aside'
      ? { outcome: 'aside', rule: null, said: null }
      : await judgeSafely(context, event as DriverEvent, user_id)
  if (judged.outcome === 'applied' || judged.outcome === 'aside') {
    // It counts from now on, after the events applied in the meantime.
    await sql`update driver_events set received = default, resolved_by = ${actor.user_id}, resolved_at = ${now}
      where event_id = ${event_id}`.execute(db)
  }
  return writeOutcome(context, event_id, judged)
}

interface StoredEvent {
  event_id: string
  user_id: number
  shipment_id: number
  stop_id: number | null
  kind: string
  at: string
  body: Values
}

/** Rolls back everything a refused event has written, except the event itself. */
async function judgeSafely(context: Context, event: DriverEvent, user_id: number): Promise<Judgement> {
  const { db, actor } = context
  await sql`savepoint before_event`.execute(db)
  try {
    const judged = await judgeEvent(context, event, user_id)
    await sql`release savepoint before_event`.execute(db)
    return judged
  } catch (error) {
    const refusal = refusalOfError(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint before_event`.execute(db)
    return { outcome: 'conflict', rule: 'refused', said: reasonOf(actor.language, refusal) }
  }
}

async function writeOutcome(
  context: Context,
  event_id: string,
  { outcome, rule, said }: Judgement,
): Promise<EventOutcome> {
  const message = said ?? (rule && translate(context.actor.language, `messages.driver_${rule}` as MessageKey))
  await sql`update driver_events set outcome = ${outcome}, rule = ${rule}, said = ${message}
    where event_id = ${event_id}`.execute(context.db)
  return { event_id, outcome, isRepeated: false, rule, said: message }
}

/** The outcome of an event sent before; another user's outcome is not disclosed. */
async function readOutcome(
  { db, actor }: Context,
  event_id: string,
): Promise<Omit<EventOutcome, 'isRepeated'>> {
  const { rows } = await sql<Omit<EventOutcome, 'isRepeated'> & { user_id: number }>`
    select event_id, outcome, rule, said, user_id from driver_events where event_id = ${event_id}`.execute(db)
  const { user_id, ...found } = firstOf(rows)
  if (user_id === actor.user_id) return found
  return {
    event_id,
    outcome: 'refused',
    rule: 'id_used',
    said: translate(actor.language, 'messages.driver_id_used'),
  }
}
