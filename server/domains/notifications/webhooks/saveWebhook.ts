import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { webhook_deliveries } from '#core/domains/notifications/webhook_deliveries.ts'
import { webhooks } from '#core/domains/notifications/webhooks.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { notifySignInChange } from '#server/domains/access/signIn/notifySignInChange.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { completeAddress } from '#server/platform/http/readExternalText.ts'
import { conflict, notPermitted } from '#server/platform/refusal.ts'
import { acceptChanges, acceptNew, refuseIssues, toColumns } from '#server/resources/changes/validate.ts'
import { audit, changesBetween } from '#server/resources/history/audit.ts'
import { namedTables } from '#server/resources/names/namedTables.ts'
import { lockRecord, readRecord, requireVisible } from '#server/resources/rows.ts'
import { chatTest } from './chatMessage.ts'
import { isPlainHttp, type Outcome, SECRET_ENCRYPTION_CONTEXT, sendMessage } from './sendMessage.ts'

type Stored = RecordOf<typeof webhooks>

/** Creates a webhook of the caller's account. It sends nothing until it has a secret; for a chat, the address is the secret. @throws Refusal 422 */
export async function createWebhook(context: Context, body: Values): Promise<Stored> {
  const { actor, db } = context
  const input = acceptNew(context, webhooks, body)
  await refusePlainHttp(context, input.url)
  const isChat = input.format !== 'standard'
  if (isChat) refuseWhileActing(context)
  const values = isChat ? { ...input, url: originOf(input.url) } : input
  const created = await namedTables(db)
    .insertInto(webhooks.name)
    .values({
      ...toColumns(webhooks, values, true),
      ...{ user_id: actor.user_id, company_id: actor.company_id },
      ...stateOf(values.status),
      ...(isChat && sealedAddress(context, input.url)),
    })
    .returning('webhook_id')
    .executeTakeFirstOrThrow()
  const id = Number(created.webhook_id)
  await audit(context, webhooks.name, id, 'create', changesBetween(webhooks, {}, values))
  if (isChat) await notifySignInChange(context, accountOf(context).user_id, 'webhook_secret')
  return readRecord(context, webhooks, id)
}

/**
 * Changes a webhook. Other users can only disable or activate it: a new address would receive everything that its user may see.
 * @throws Refusal 405, 422
 */
export async function updateWebhook(context: Context, id: number, body: Values): Promise<Stored> {
  const current = await lockRecord(context, webhooks, id)
  const input = acceptChanges(context, webhooks, body, current)
  if (input.format !== undefined && input.format !== current.format)
    refuseIssues([{ field: 'format', rule: 'chat_stays' }])
  // A form sends back the origin that it has shown.
  const isMoved = input.url !== undefined && input.url !== current.url
  const isChat = current.format !== 'standard'
  const address = isChat && isMoved ? String(input.url) : undefined
  const values = address === undefined ? input : { ...input, url: originOf(address) }
  const changes = [
    ...changesBetween(webhooks, current, values),
    ...(address === undefined ? [] : [{ field: 'secret', before: '[secret]', after: '[secret]' }]),
  ]
  if (changes.some(({ field }) => field !== 'status')) requireOwn(context, current)
  if (isMoved) {
    refuseWhileActing(context)
    await refusePlainHttp(context, input.url)
  }
  if (changes.length === 0) return current
  const status = changes.find(({ field }) => field === 'status')?.after
  await namedTables(context.db)
    .updateTable(webhooks.name)
    .set({
      ...toColumns(webhooks, values),
      ...stateOf(status),
      ...(address && sealedAddress(context, address)),
      updated_at: context.now,
    })
    .where('webhook_id', '=', id)
    .execute()
  await audit(context, webhooks.name, id, 'update', changes)
  if (isMoved && current.user_id !== null)
    await notifySignInChange(context, current.user_id, 'webhook_secret')
  return readRecord(context, webhooks, id)
}

/** Values that follow from a status chosen by a user. */
function stateOf(status: unknown): object {
  if (status === undefined) return {}
  if (status === 'disabled') return { disabled_reason: 'user' }
  return { disabled_reason: null, failing_since: null, rests_until: null, last_error: null }
}

async function refusePlainHttp({ db }: Context, url: unknown): Promise<void> {
  if (!isPlainHttp(String(url)) || (await readSettings(db)).webhooks_private === 1) return
  refuseIssues([{ field: 'url', rule: 'https_only' }])
}

/** The displayed part of a chat's address: anyone with the whole address could write into the chat. */
function originOf(address: string): string {
  return new URL(completeAddress(address)).origin
}

function sealedAddress({ encryptor }: Context, address: string): object {
  return { has_secret: 1, secret_sealed: encryptor.encrypt(address, SECRET_ENCRYPTION_CONTEXT) }
}

/** Refuses an address that would still receive the user's data after the impersonation. */
function refuseWhileActing({ actor }: Context): void {
  if (actor.impersonator !== null) throw notPermitted()
}

function requireOwn({ actor }: Context, { user_id, company_id }: Stored): void {
  if (actor.user_id !== user_id || actor.company_id !== company_id) throw notPermitted()
}

/**
 * Gives a webhook a new signing secret, which replaces the previous one, and notifies its user, because it would outlive a stolen session.
 * @returns the secret, which is returned only here.
 * @throws Refusal 405 to users other than its own
 */
export async function renewSecret(context: Context, id: number): Promise<string> {
  const current = await lockRecord(context, webhooks, id)
  requireOwn(context, current)
  if (current.format !== 'standard') throw conflict('messages.webhook_is_chat')
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await context.db
    .updateTable('webhooks')
    .set({
      has_secret: 1,
      secret_sealed: context.encryptor.encrypt(secret, SECRET_ENCRYPTION_CONTEXT),
      updated_at: context.now,
    })
    .where('webhook_id', '=', id)
    .execute()
  await audit(context, webhooks.name, id, 'update', [
    { field: 'secret', before: '[secret]', after: '[secret]' },
  ])
  if (current.user_id !== null) await notifySignInChange(context, current.user_id, 'webhook_secret')
  return secret
}

/** Sends a test message at once, which contains nothing of any record, and logs it. @throws Refusal 409 without a secret */
export async function sendTest(context: Context, id: number): Promise<Outcome> {
  await requireVisible(context, webhooks, id)
  const { db, encryptor, now } = context
  const { url, format, secret_sealed } = await db
    .selectFrom('webhooks')
    .select(['url', 'format', 'secret_sealed'])
    .where('webhook_id', '=', id)
    .executeTakeFirstOrThrow()
  if (secret_sealed === null) throw conflict('messages.webhook_no_secret')
  const payload = JSON.stringify(
    format === 'standard'
      ? { type: 'test', timestamp: now.toISOString(), data: {} }
      : chatTest(format, context.actor.language),
  )
  const message_id = `msg_${randomUUID()}`
  const isPrivateAllowed = (await readSettings(db)).webhooks_private === 1
  const message = { url, format, secret_sealed, message_id, payload }
  const outcome = await sendMessage(encryptor, message, isPrivateAllowed)
  await sql`insert into webhook_deliveries (webhook_id, message_id, event_type, payload, state, tries, next_try_at, tried_at,
      last_status, last_error)
    values (${id}, ${message_id}, 'test', ${payload}, ${outcome.error === null ? 'sent' : 'failed'}, 1, null, ${now},
      ${outcome.status}, ${outcome.error})`.execute(db)
  return outcome
}

/** Sends a delivery again, with the same message id. @throws Refusal 409 for a test, and while its webhook is disabled */
export async function replay(context: Context, webhook_delivery_id: number): Promise<void> {
  await requireVisible(context, webhook_deliveries, webhook_delivery_id)
  const { db, now } = context
  const webhook = await db
    .selectFrom('webhooks')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.webhook_id')
    .select('webhooks.status')
    .where('webhook_delivery_id', '=', webhook_delivery_id)
    .executeTakeFirstOrThrow()
  if (webhook.status === 'disabled') throw conflict('messages.webhook_is_disabled')
  const { numAffectedRows } = await sql`update webhook_deliveries
    set state = 'waiting', tries = 0, next_try_at = ${now}, queued_at = ${now}, updated_at = ${now}
    where webhook_delivery_id = ${webhook_delivery_id} and event_type <> 'test'`.execute(db)
  if (numAffectedRows === 0n) throw conflict('messages.webhook_not_replayed')
}
