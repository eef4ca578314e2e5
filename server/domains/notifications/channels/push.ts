import { sql } from 'kysely'
import webPush from 'web-push'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchExternal } from '#server/platform/http/fetchExternal.ts'
import { invalid } from '#server/platform/refusal.ts'
import { failureOf, failureOfStatus, SendFailed } from './smsProvider.ts'

const TIMEOUT_MS = 10_000
/** How long a push service keeps a message for a browser that is off, in s. */
const KEEP_SECONDS = 86_400
const MAX_BROWSERS = 10
export const PUSH_KEY_ENCRYPTION_CONTEXT = 'push_keys.private_key'
export const SUBSCRIPTION_ENCRYPTION_CONTEXT = 'push_subscriptions.subscription'

export interface PushText {
  title: string
  body: string
  /** The page that a click opens. */
  url: string
}

/** The installation's public key; the key pair is created on first use. */
export async function readPushKey(context: Context): Promise<string> {
  return (await readKeys(context)).publicKey
}

async function readKeys({ db, encryptor }: Context): Promise<{ publicKey: string; privateKey: string }> {
  const find = async () =>
    (await sql<{ public_key: string; private_key_sealed: string }>`select * from push_keys`.execute(db))
      .rows[0]
  let found = await find()
  if (!found) {
    const made = webPush.generateVAPIDKeys()
    // If two servers insert at once, the second takes the keys of the first.
    await sql`insert into push_keys (public_key, private_key_sealed)
      values (${made.publicKey}, ${encryptor.encrypt(made.privateKey, PUSH_KEY_ENCRYPTION_CONTEXT)}) on conflict do nothing`.execute(
      db,
    )
    found = await find()
  }
  if (!found) throw new Error('push message keys were not stored')
  return {
    publicKey: found.public_key,
    privateKey: encryptor.decrypt(found.private_key_sealed, PUSH_KEY_ENCRYPTION_CONTEXT),
  }
}

/** From now on, pushes only this user's messages to the browser. @throws Refusal 422 */
export async function addBrowser(context: Context, subscription: webPush.PushSubscription): Promise<void> {
  const { db, actor, encryptor } = context
  const isPrivateAllowed = (await readSettings(db)).webhooks_private === 1
  if (!isPrivateAllowed && !subscription.endpoint.startsWith('https:'))
    throw invalid([{ field: 'endpoint', rule: 'https_only' }])
  const sealed = encryptor.encrypt(JSON.stringify(subscription), SUBSCRIPTION_ENCRYPTION_CONTEXT)
  await removeBrowser(context, subscription.endpoint)
  await sql`insert into push_subscriptions (user_id, session_id, endpoint_digest, subscription_sealed)
    values (${actor.user_id}, ${actor.session_id}, ${digestOf(context, subscription.endpoint)}, ${sealed})
    on conflict (endpoint_digest) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      subscription_sealed = excluded.subscription_sealed`.execute(db)
  await sql`delete from push_subscriptions where push_subscription_id in (
    select push_subscription_id from push_subscriptions where user_id = ${actor.user_id}
    order by push_subscription_id desc offset ${MAX_BROWSERS})`.execute(db)
}

/** Ends pushes to a browser. Knowing its endpoint is enough. */
export async function removeBrowser(context: Context, endpoint: string): Promise<void> {
  const digests = context.encryptor.digests(endpoint, SUBSCRIPTION_ENCRYPTION_CONTEXT)
  await sql`delete from push_subscriptions where endpoint_digest = any(${digests}::bytea[])`.execute(
    context.db,
  )
}

const digestOf = ({ encryptor }: Context, endpoint: string) =>
  encryptor.digest(endpoint, SUBSCRIPTION_ENCRYPTION_CONTEXT)

interface Browser {
  push_subscription_id: number
  subscription_sealed: string
}

/** The browsers in which a user is signed in. */
export async function browsersOf({ db }: Context, user_id: number): Promise<Browser[]> {
  const { rows } = await sql<Browser>`
    select push_subscription_id, subscription_sealed from push_subscriptions p join sessions s using (session_id)
    where p.user_id = ${user_id} and s.revoked_at is null and s.expires_at > now()
    order by push_subscription_id`.execute(db)
  return rows
}

/** Pushes a message to all browsers of a user. @throws SendFailed if no browser takes it */
export async function push(context: Context, user_id: number, text: PushText): Promise<void> {
  const failures: SendFailed[] = []
  const browsers = await browsersOf(context, user_id)
  for (const browser of browsers) {
    await pushTo(context, browser, text).catch((failure: SendFailed) => failures.push(failure))
  }
  if (browsers.length === 0) throw new SendFailed('no browser', 'never')
  if (failures.length < browsers.length) return
  throw (
    failures.find(({ retry }) => retry === 'unknown') ??
    failures.find(({ retry }) => retry === 'later') ??
    firstOf(failures)
  )
}

async function pushTo(
  context: Context,
  { push_subscription_id, subscription_sealed }: Browser,
  text: PushText,
): Promise<void> {
  const { db, encryptor } = context
  const subscription: webPush.PushSubscription = JSON.parse(
    encryptor.decrypt(subscription_sealed, SUBSCRIPTION_ENCRYPTION_CONTEXT),
  )
  const { webhooks_private, mail_from } = await readSettings(db)
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(text), {
    vapidDetails: { subject: `mailto:${mail_from}`, ...(await readKeys(context)) },
    TTL: KEEP_SECONDS,
    urgency: 'high',
  })
  const response = await fetchExternal(endpoint, {
    timeout: TIMEOUT_MS,
    isPrivateAllowed: webhooks_private === 1,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
  }).catch((error: unknown) => {
    throw failureOf(error)
  })
  response.resume()
  const { statusCode = 0 } = response
  if (statusCode >= 200 && statusCode < 300) return
  // The browser has withdrawn its permission.
  if (statusCode === 404 || statusCode === 410)
    await sql`delete from push_subscriptions where push_subscription_id = ${push_subscription_id}`.execute(db)
  throw failureOfStatus(statusCode)
}
