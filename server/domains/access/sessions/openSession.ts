import Bowser from 'bowser'
import { sql } from 'kysely'
import type { SignInMethod } from '#core/domains/access/signIn/signInMethods.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'
import { audit } from '#server/resources/history/audit.ts'

const HOUR = 3_600_000

export interface NewSession {
  token: string
  token_expires: string
  session_id: number
}

/** The origin of a sign-in: method, address and browser. */
export interface SignInOrigin {
  way: SignInMethod
  remember: boolean
  address: string
  userAgent: string | undefined
  build: string | undefined
  /** When an identity provider authenticated the user; 1970 if it does not say. */
  authenticatedAt?: Date
}

/** Opens a session in the user's home account. Only `completeSignIn` calls it, for every way of signing in. */
export async function openSession(
  context: Context,
  origin: SignInOrigin & { user_id: number },
): Promise<NewSession> {
  const token = newToken()
  const { session_hours, session_remember_days } = await readSettings(context.db)
  const hours = origin.remember ? session_remember_days * 24 : session_hours
  const expires = new Date(context.now.getTime() + hours * HOUR)
  const { rows } = await sql<{ session_id: number }>`
    insert into sessions (token_hash, user_id, account_id, expires_at, address, way, device, user_agent,
      build_version, authenticated_at)
    select ${hashToken(token)}, u.user_id, a.account_id, ${expires}, ${origin.address}, ${origin.way},
      ${deviceName(origin.userAgent)}, ${origin.userAgent?.slice(0, 400) ?? null}, ${origin.build?.slice(0, 60) ?? null},
      ${origin.authenticatedAt ?? null}::timestamptz
    from users u join accounts a on a.user_id = u.user_id and a.company_id = u.company_id
    where u.user_id = ${origin.user_id}
    returning session_id`.execute(context.db)
  const session_id = firstOf(rows).session_id
  const actor = { ...context.actor, user_id: origin.user_id }
  await audit({ ...context, actor }, 'sessions', session_id, 'sign_in', [
    { field: 'way', before: null, after: origin.way },
    { field: 'address', before: null, after: origin.address },
  ])
  return { token, token_expires: expires.toISOString(), session_id }
}

/** Names a browser without translation, such as "Firefox 131 · Windows"; null when it is unknown. */
function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  const name = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ')
  const names = [name, os.name].filter(Boolean)
  return (names.length > 0 ? names.join(' · ') : userAgent).slice(0, 120)
}
