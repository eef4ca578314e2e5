import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pauseAfter, RETRY_DAYS } from '#core/domains/notifications/webhookEvents.ts'
import { webhooks } from '#core/domains/notifications/webhooks.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { permissionFor } from '#core/resources/definition.ts'
import { notifyUsers } from '#server/domains/notifications/notifyUsers.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { cleaningTask, type TaskContext } from '#server/platform/jobs/schedule.ts'
import { audit } from '#server/resources/history/audit.ts'
import { type Message, type Outcome, sendMessage } from './sendMessage.ts'

/** Requests in flight to one webhook. */
const MAX_CONCURRENT = 16
/** Messages of one webhook at a time: sent well within the lease, even if each takes nearly the whole time limit. */
const MESSAGES_AT_ONCE = 64
const LEASE_SECONDS = 60
/** Messages that are taken at a time, over all webhooks. */
const BATCH = 1000
/** Pause of a webhook after a failure. */
const REST_SECONDS = 5
/** Longest pause until new messages are looked for while others are being sent (ms). */
const POLL_MS = 500
/** Retention of the log, in days and in messages of one webhook. */
const LOG_DAYS = 30
const LOG_SIZE = 10_000

interface Due extends Message {
  webhook_delivery_id: number
  webhook_id: number
  tries: number
}

interface Result {
  delivery: Due
  outcome: Outcome
}

/**
 * Sends due messages until none is left. Of each record only the oldest waiting message is sent, so that a receiver learns of its changes
 * in order. Each webhook is served separately: a slow or failing one delays no other. Messages are leased: messages of a
 * killed server are resent by the next one, with the same id, and no two servers send one at the same time.
 */
export async function sendDeliveries(context: TaskContext): Promise<void> {
  await disableOrphans(context)
  const rounds = new Map<number, Promise<void>>()
  const problems: unknown[] = []
  while (!context.signal?.aborted && problems.length === 0) {
    const due = await takeDue(context, [...rounds.keys()])
    const isPrivateAllowed = due.length > 0 && (await readSettings(context.db)).webhooks_private === 1
    for (const [id, some] of groupBy(due, ({ webhook_id }) => webhook_id)) {
      const round = sendRound(context, some, isPrivateAllowed)
        .catch((error: unknown) => void problems.push(error))
        .finally(() => rounds.delete(id))
      rounds.set(id, round)
    }
    if (rounds.size === 0) break
    await Promise.race([...rounds.values(), pause(POLL_MS, undefined, { ref: false })])
  }
  await Promise.all(rounds.values())
  if (problems.length > 0) throw problems[0]
}

/** Leases due messages of webhooks that are free. A webhook that fails gets one attempt at a time. */
async function takeDue({ db }: Context, taken: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select d.webhook_delivery_id from webhooks w
        join accounts a using (user_id, company_id) join users u on u.user_id = w.user_id and u.status = 1
        cross join lateral (
        select d.webhook_delivery_id from webhook_deliveries d
        where d.webhook_id = w.webhook_id and d.state = 'waiting' and d.next_try_at <= now()
          and not exists (select from webhook_deliveries older
            where older.webhook_id = d.webhook_id and coalesce(older.resource, '') = coalesce(d.resource, '')
              and coalesce(older.record_id, 0) = coalesce(d.record_id, 0) and older.state = 'waiting'
              and older.webhook_delivery_id < d.webhook_delivery_id)
        order by d.webhook_delivery_id
        limit case when w.failing_since is null then ${MESSAGES_AT_ONCE}::int else 1 end) d
      where w.status = 'active' and w.secret_sealed is not null and w.webhook_id <> all(${[...taken]}::int8[])
        and (w.rests_until is null or w.rests_until <= now())
      limit ${BATCH})
    update webhook_deliveries d set next_try_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due, webhooks w
    where d.webhook_delivery_id = due.webhook_delivery_id and w.webhook_id = d.webhook_id
      and d.state = 'waiting' and d.next_try_at <= now()
    returning d.webhook_delivery_id, d.webhook_id, w.url, w.format, w.secret_sealed, d.message_id, d.payload, d.tries`.execute(
    db,
  )
  return rows.sort((a, b) => a.webhook_delivery_id - b.webhook_delivery_id)
}

/** Sends messages of one webhook, until one fails. */
async function sendRound(
  context: TaskContext,
  due: readonly Due[],
  isPrivateAllowed: boolean,
): Promise<void> {
  const results: Result[] = []
  const waiting = [...due]
  let failure: Outcome | undefined
  const work = async () => {
    while (!failure && !context.signal?.aborted) {
      const delivery = waiting.shift()
      if (!delivery) return
      const outcome = await sendMessage(context.encryptor, delivery, isPrivateAllowed)
      results.push({ delivery, outcome })
      if (outcome.error !== null) failure = outcome
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, due.length) }, work))
  await context.db.transaction().execute(async (db) => {
    const within = { ...context, db, now: new Date() }
    await recordHealth(within, firstOf(due).webhook_id, failure)
    await record(within, results, waiting)
  })
}

/** Records the results of messages, and releases messages that were not sent. A message fails for good after some days. */
async function record(
  { db, now }: Context,
  results: readonly Result[],
  unsent: readonly Due[],
): Promise<void> {
  const rows = [
    ...results.map(({ delivery, outcome }) => ({
      ...{ id: delivery.webhook_delivery_id, tried: 1, ...outcome },
      pause: outcome.error === null ? null : pauseAfter(delivery.tries + 1),
    })),
    ...unsent.map((delivery) => ({ id: delivery.webhook_delivery_id, tried: 0, pause: 0 })),
  ]
  await sql`
    with result as (
      select r.*, case when r.pause is null then 'sent'
        when r.tried = 1 and d.queued_at < ${now}::timestamptz - make_interval(days => ${RETRY_DAYS}) then 'failed'
        else 'waiting' end as state
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int8, tried int4, pause float8, status int4, error text)
        join webhook_deliveries d on d.webhook_delivery_id = r.id)
    update webhook_deliveries d set state = r.state, tries = d.tries + r.tried, updated_at = ${now},
      next_try_at = case when r.state = 'waiting' then ${now}::timestamptz + make_interval(secs => r.pause) end,
      tried_at = case when r.tried = 1 then ${now} else d.tried_at end,
      last_status = case when r.tried = 1 then r.status else d.last_status end,
      last_error = case when r.tried = 1 then r.error else d.last_error end
    from result r where d.webhook_delivery_id = r.id and d.state = 'waiting'`.execute(db)
}

/** A webhook whose messages failed for days, or whose address is gone (410), is disabled. */
async function recordHealth(
  context: Context,
  webhook_id: number,
  failure: Outcome | undefined,
): Promise<void> {
  const { db, now } = context
  if (!failure) {
    await sql`update webhooks set last_success_at = ${now}, failing_since = null, rests_until = null, last_error = null
      where webhook_id = ${webhook_id}`.execute(db)
    return
  }
  const { rows } = await sql<{ failing_days: number }>`
    update webhooks set failing_since = coalesce(failing_since, ${now}), last_error = ${failure.error},
      rests_until = ${now}::timestamptz + make_interval(secs => ${REST_SECONDS})
    where webhook_id = ${webhook_id} and status = 'active'
    returning extract(epoch from ${now}::timestamptz - failing_since)::float8 / 86400 as failing_days`.execute(
    db,
  )
  if (failure.status === 410) await disable(context, webhook_id, 'gone')
  else if ((rows[0]?.failing_days ?? 0) >= RETRY_DAYS) await disable(context, webhook_id, 'failing')
}

/** Disables webhooks whose user was deactivated or lost the account. */
async function disableOrphans(context: Context): Promise<void> {
  const { rows } = await sql<{ webhook_id: number }>`
    select webhook_id from webhooks w where status = 'active' and not exists (
      select from accounts a join users u using (user_id)
      where a.user_id = w.user_id and a.company_id = w.company_id and u.status = 1)`.execute(context.db)
  for (const { webhook_id } of rows) {
    await context.db.transaction().execute((db) => disable({ ...context, db }, webhook_id, 'account'))
  }
}

/** Disables a webhook and notifies its user and the other users of the company who may change it. */
async function disable(
  context: Context,
  webhook_id: number,
  reason: 'failing' | 'gone' | 'account',
): Promise<void> {
  const { db, now } = context
  const { rows } = await sql<{ name: string; last_error: string | null; receivers: number[] }>`
    update webhooks w set status = 'disabled', disabled_reason = ${reason}, updated_at = ${now}
    where webhook_id = ${webhook_id} and status = 'active'
    returning name, last_error, array(select distinct a.user_id from accounts a where a.company_id = w.company_id
      and a.login_type_id = any(${[...webhooks.loginTypes]}::text[])
      and ${permissionFor(webhooks, 'update')} = any(permissions_of(a))
      and (a.user_id = w.user_id or (a.limit_devices = '{}' and a.limit_tags = '{}'))) as receivers`.execute(
    db,
  )
  const [webhook] = rows
  if (!webhook) return
  await audit(context, webhooks.name, webhook_id, 'update', [
    { field: 'status', before: 'active', after: 'disabled' },
  ])
  await notifyUsers(context, webhook.receivers, {
    cause: `webhook:${webhook_id}:${now.toISOString()}`,
    kind: 'webhook_disabled',
    params: { name: webhook.name, reason, error: webhook.last_error ?? '–' },
    at: now,
    mails: true,
  })
}

/** Gives up messages that have waited too long behind others, and limits the log. */
export const cleanWebhookDeliveries = cleaningTask('webhook deliveries', [
  sql`update webhook_deliveries set state = 'failed', next_try_at = null, updated_at = now()
    where state = 'waiting' and queued_at < now() - make_interval(days => ${sql.lit(RETRY_DAYS + 1)})`,
  sql`delete from webhook_deliveries where created_at < now() - make_interval(days => ${sql.lit(LOG_DAYS)})`,
  sql`delete from webhook_deliveries d using (
      select newest.webhook_id, newest.webhook_delivery_id from webhooks w cross join lateral (
        select * from webhook_deliveries where webhook_id = w.webhook_id
        order by webhook_delivery_id desc offset ${sql.lit(LOG_SIZE)} limit 1) newest) old
    where d.webhook_id = old.webhook_id and d.webhook_delivery_id <= old.webhook_delivery_id and d.state <> 'waiting'`,
])
