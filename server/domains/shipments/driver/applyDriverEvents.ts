import { sql } from 'kysely'
import type { EventOutcome } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverEvent } from '#core/domains/shipments/driver/driverEvents.ts'
import { phoneTime } from '#core/domains/shipments/driver/phoneTime.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { inTransaction } from '#server/platform/transactions.ts'
import { translate } from '#server/platform/translate.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { reasonOf } from '#server/resources/reasonOf.ts'
import { readRecord } from '#server/resources/rows.ts'
import { judgeEvent } from './judgeEvent.ts'
import type { Judgement } from './judgement.ts'

/**
 * Applies what a phone sends, in its order, each event once and in a transaction of its own. One that cannot be applied is kept
 * with the reason, until a person resolves it: nothing that a driver did is lost. Times that cannot be right are corrected
 * (decision 240).
 * @param sent_at what the phone's clock said when it sent them
 */
export async function applyDriverEvents(
  context: Context,
  events: readonly DriverEvent[],
  sent_at?: string,
): Promise<EventOutcome[]> {
  const outcomes: EventOutcome[] = []
  for (const told of events) {
    const { event, phone_at } = corrected(told, { now: context.now, sent_at })
    outcomes.push(await inTransaction(context, (own) => applyOnce(own, event, phone_at)))
  }
  return outcomes
}

/** An event at the time at which it can have happened; `phone_at` is what the phone said, where that is another time. */
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
  // Sent twice at the same time, the second waits here for the first.
  const { numAffectedRows } = await sql`
    insert into driver_events (event_id, user_id, shipment_id, stop_id, kind, at, phone_at, body, outcome,
      received_at)
    values (${event_id}, ${actor.user_id}, ${shipment_id}, ${stop_id}, ${kind}, ${at}, ${phone_at},
      ${JSON.stringify(body)}, 'conflict', ${now})
    on conflict (event_id) do nothing`.execute(db)
  if (numAffectedRows === 0n) return { ...(await readOutcome(context, event_id)), isRepeated: true }
  return writeOutcome(context, event_id, await judgeSafely(context, event, actor.user_id!))
}

/**
 * Judges an event once more that did not count, or lets it rest for good.
 * @throws Refusal 404 for an event that is not the actor's to resolve, or is resolved
 */
export async function resolveDriverEvent(
  context: Context,
  event_id: string,
  how: 'again' | 'aside',
): Promise<EventOutcome> {
  const { db, actor, now } = context
  const { rows } = await sql<KeptEvent>`
    select event_id, user_id, shipment_id, stop_id, kind, at, body from driver_events
    where event_id = ${event_id} and outcome in ('conflict', 'refused') for update`.execute(db)
  const kept = rows[0]
  if (!kept || (actor.loginType === 'driver' && kept.user_id !== actor.user_id)) throw notFound()
  const { user_id, ...event } = kept
  if (user_id !== actor.user_id) await readRecord(context, shipment_planners, event.shipment_id)
  const judged: Judgement =
    how === 'aside'
      ? { outcome: 'aside', rule: null, said: null }
      : await judgeSafely(context, event as DriverEvent, user_id)
  if (judged.outcome === 'applied' || judged.outcome === 'aside') {
    // It counts from now on, after what was applied in the meantime.
    await sql`update driver_events set received = default, resolved_by = ${actor.user_id}, resolved_at = ${now}
      where event_id = ${event_id}`.execute(db)
  }
  return writeOutcome(context, event_id, judged)
}

interface KeptEvent {
  event_id: string
  user_id: number
  shipment_id: number
  stop_id: number | null
  kind: string
  at: string
  body: object
}

/** What is refused leaves nothing behind but the event itself. */
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
  const told = said ?? (rule && translate(context.actor.language, `messages.driver_${rule}` as MessageKey))
  await sql`update driver_events set outcome = ${outcome}, rule = ${rule}, said = ${told}
    where event_id = ${event_id}`.execute(context.db)
  return { event_id, outcome, isRepeated: false, rule, said: told }
}

/** Of an event that came before; what became of another's is nobody else's business. */
async function readOutcome(
  { db, actor }: Context,
  event_id: string,
): Promise<Omit<EventOutcome, 'isRepeated'>> {
  const { rows } = await sql<Omit<EventOutcome, 'isRepeated'> & { user_id: number }>`
    select event_id, outcome, rule, said, user_id from driver_events where event_id = ${event_id}`.execute(db)
  const { user_id, ...found } = rows[0]!
  if (user_id === actor.user_id) return found
  return {
    event_id,
    outcome: 'refused',
    rule: 'id_used',
    said: translate(actor.language, 'messages.driver_id_used'),
  }
}
