import { sql } from 'kysely'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { conflict, invalid, notFound, Refusal } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { countChallengeAttempt, endChallenge, openChallenge } from '../signIn/challenges.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { offerPasskey, type PasskeyResponse, type Site, savePasskey } from '../signIn/passkeys.ts'
import { createMissingRecoveryCodes, renewRecoveryCodes } from './recoveryCodes.ts'
import { readSecondFactor, removeSecondFactor } from './secondFactor.ts'
import { beginTotp, spendTotpCode } from './totp.ts'

/** Runs in its own transaction, so that the returned codes are not stored for repetition. */
async function whole<T>(context: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  return context.db.transaction().execute((db) => work({ ...context, db }))
}

const selfOf = ({ actor }: Context) => ({ user_id: actor.user_id ?? 0, username: actor.username })

/** The secret of a new authenticator app. @throws Refusal 409 when one is set up already. */
export async function offerTotp(context: Context, encryptor: Encryptor) {
  const self = selfOf(context)
  const { totp_since } = await readSecondFactor(context.db, self.user_id)
  if (totp_since) throw conflict('messages.totp_there')
  const { company_name } = await readSettings(context.db)
  return beginTotp(context.db, encryptor, { ...self, issuer: company_name })
}

/** Codes of the app are required from now on. @returns recovery codes, the first time. */
export async function confirmTotp(
  context: Context,
  encryptor: Encryptor,
  code: string,
): Promise<string[] | null> {
  const { user_id } = selfOf(context)
  return whole(context, async (inside) => {
    const { db, now } = inside
    const isRight = await spendTotpCode(db, encryptor, user_id, {
      code,
      confirmed: false,
      now: now.getTime(),
    })
    if (!isRight) throw invalid([{ field: 'code', rule: 'code_wrong' }])
    await db.updateTable('totp_secrets').set({ confirmed_at: now }).where('user_id', '=', user_id).execute()
    await audit(inside, 'users', user_id, 'totp_added')
    await notifySignInChange(inside, user_id, 'totp_added')
    return createMissingRecoveryCodes(db, user_id)
  })
}

/** @throws Refusal 409 when a second factor is required and this is the last one. */
export async function removeTotp(context: Context): Promise<void> {
  const { user_id } = selfOf(context)
  await whole(context, async (inside) => {
    await inside.db.deleteFrom('totp_secrets').where('user_id', '=', user_id).execute()
    await audit(inside, 'users', user_id, 'totp_removed')
    await notifySignInChange(inside, user_id, 'totp_removed')
    await afterRemoval(inside, user_id)
  })
}

/** Options for the browser to create a passkey. */
export async function beginPasskey(context: Context, site: Site, address: string) {
  const self = selfOf(context)
  const { company_name } = await readSettings(context.db)
  const options = await offerPasskey(context.db, site, { ...self, issuer: company_name })
  const { challenge } = await openChallenge(context, {
    purpose: 'enrol',
    user_id: self.user_id,
    way: 'passkey',
    remember: false,
    address,
    signed: options.challenge,
  })
  return { challenge, options }
}

/** Stores the passkey that the browser has created. @returns recovery codes, the first time. */
export async function addPasskey(
  context: Context,
  site: Site,
  { challenge, response, name }: { challenge: string; response: PasskeyResponse; name: string },
  address: string,
): Promise<string[] | null> {
  const { user_id } = selfOf(context)
  const opened = await countChallengeAttempt(context, challenge, { purpose: 'enrol', address })
  if (opened?.user_id !== user_id || !opened.signed || !(await endChallenge(context.db, challenge)))
    throw new Refusal(409, 'messages.passkey_failed')
  const { signed } = opened
  return whole(context, async (inside) => {
    const id = await savePasskey(inside.db, site, user_id, { response, signed, name })
    if (id === undefined) throw new Refusal(409, 'messages.passkey_failed')
    await audit(inside, 'users', user_id, 'passkey_added', [{ field: 'passkey', before: null, after: name }])
    await notifySignInChange(inside, user_id, 'passkey_added')
    return createMissingRecoveryCodes(inside.db, user_id)
  })
}

/** @throws Refusal 404 for another user's passkey; 409 as `removeTotp`. */
export async function removePasskey(context: Context, passkey_id: number): Promise<void> {
  const { user_id } = selfOf(context)
  await whole(context, async (inside) => {
    const { rows } = await sql<{ name: string }>`
      delete from passkeys where passkey_id = ${passkey_id} and user_id = ${user_id} returning name`.execute(
      inside.db,
    )
    if (!rows[0]) throw notFound()
    const change = { field: 'passkey', before: rows[0].name, after: null }
    await audit(inside, 'users', user_id, 'passkey_removed', [change])
    await notifySignInChange(inside, user_id, 'passkey_removed')
    await afterRemoval(inside, user_id)
  })
}

/** @throws Refusal 404 for another user's passkey. */
export async function renamePasskey(context: Context, passkey_id: number, name: string): Promise<void> {
  const { rows } = await sql`
    update passkeys set name = ${name} where passkey_id = ${passkey_id} and user_id = ${context.actor.user_id}
    returning passkey_id`.execute(context.db)
  if (rows.length === 0) throw notFound()
}

/** Creates ten new codes; the earlier ones become invalid. @throws Refusal 409 without a second factor. */
export async function renewOwnRecoveryCodes(context: Context): Promise<string[]> {
  const { user_id } = selfOf(context)
  return whole(context, async (inside) => {
    const { totp_since, passkeys } = await readSecondFactor(inside.db, user_id)
    if (!totp_since && passkeys.length === 0) throw conflict('messages.no_second_factor')
    await audit(inside, 'users', user_id, 'recovery_codes_renewed')
    await notifySignInChange(inside, user_id, 'recovery_codes_renewed')
    return renewRecoveryCodes(inside.db, user_id)
  })
}

/** Without a factor the codes are removed too; a required last factor stays. */
async function afterRemoval({ db, actor }: Context, user_id: number): Promise<void> {
  const { totp_since, passkeys } = await readSecondFactor(db, user_id)
  if (totp_since || passkeys.length > 0) return
  const { second_factor_login_types } = await readSettings(db)
  if (second_factor_login_types?.includes(actor.loginType)) throw conflict('messages.second_factor_needed')
  await removeSecondFactor(db, user_id)
}
