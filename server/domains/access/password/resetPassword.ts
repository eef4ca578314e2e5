import { sql } from 'kysely'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { endSessionsAfterPasswordChange } from '../sessions/endSessions.ts'
import { expiredCode, issueCode, readCode, redeemCode, throttleRequest } from '../signIn/accessCodes.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { isOnlySingleSignOn } from '../singleSignOn/onlySingleSignOn.ts'
import { choosePassword, ownerOfPassword } from './choosePassword.ts'

const HOURS = 1

interface ResetUser {
  user_id: number
  username: string
  company_id: number
  language: string | null
}

/**
 * Queues a reset request. The user is looked up later (`mailReset`), so neither the response nor its timing reveals whether the account exists.
 * @throws Refusal 429
 */
export async function requestReset(context: Context, username: string, address: string): Promise<void> {
  await throttleRequest(context, username, address)
  await emit(context, 'reset.requested', [{ username }])
}

/**
 * Mails the link, if there is such an active user and their name is a mail address. A user who signs in only by single sign-on gets a mail
 * that names single sign-on, which the response to the request must not reveal.
 */
export async function mailReset(context: Context, { username }: { username: string }): Promise<void> {
  const { rows } = await sql<ResetUser>`
    select u.user_id, u.username, u.company_id, p.language from users u left join people p using (people_id)
    where lower(u.username) = lower(${username}) and u.status = 1 and u.username like '%@%'`.execute(
    context.db,
  )
  const user = rows[0]
  if (!user) return
  const mail = {
    to: user.username,
    company_id: user.company_id,
    language: user.language ?? 'en',
    params: { username: user.username },
  }
  if (await isOnlySingleSignOn(context, user.user_id)) {
    await sendMail(context, { ...mail, template: 'reset_by_provider', link: '/session/login' })
    return
  }
  const code = await issueCode(
    context,
    { purpose: 'reset', user_id: user.user_id, people_id: null, login_type_id: null, issued_by: null },
    HOURS,
  )
  await sendMail(context, { ...mail, template: 'reset', link: `/session/reset_password/${code}` })
}

/** The user whose password a code can reset. @throws Refusal 404 */
export async function readReset(context: Context, code: string): Promise<{ username: string }> {
  const { user_id } = await readCode(context, 'reset', code)
  const { rows } = await sql<{ username: string }>`
    select username from users where user_id = ${user_id} and status = 1`.execute(context.db)
  if (!rows[0]) throw expiredCode()
  return rows[0]
}

/**
 * Gives the user of a code a new password: the code is redeemed, all their sessions end, and they are notified by mail.
 * @throws Refusal 422 with the invalid field (the code stays valid), 404, 409 for a user who signs in only by single sign-on
 */
export async function resetPassword(
  context: Context,
  { code, password, confirm_password }: { code: string; password: string; confirm_password: string },
): Promise<void> {
  const { user_id } = await redeemCode(context, 'reset', code)
  if (user_id !== null && (await isOnlySingleSignOn(context, user_id)))
    throw conflict('messages.single_sign_on_only')
  const owner = await ownerOfPassword(context, user_id ?? 0)
  const hash = await choosePassword(context, { password, confirm_password }, owner)
  const { rows } = await sql<Pick<ResetUser, 'user_id' | 'username'>>`
    update users set password = ${hash}, updated_at = now()
    where user_id = ${user_id} and status = 1
    returning user_id, username`.execute(context.db)
  const user = rows[0]
  if (!user) throw expiredCode()
  const inside = { ...context, actor: { ...systemActor, user_id: user.user_id, username: user.username } }
  await endSessionsAfterPasswordChange(inside, user.user_id)
  await audit(inside, 'users', user.user_id, 'reset_password', [
    { field: 'password', before: '[secret]', after: '[secret]' },
  ])
  await notifySignInChange(inside, user.user_id, 'password', { byLink: true })
}
