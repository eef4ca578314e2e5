import { sql } from 'kysely'
import { isWithinNetworks } from '#core/platform/networks.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Door, type NewSession, openSession } from './openSession.ts'
import { recordAttempt } from './throttleSignIn.ts'

/**
 * Lets somebody in who was recognised, whatever the way: it looks at the network and opens the session. It must not
 * run in a transaction that a refusal undoes, or the attempt would leave no trace.
 * @throws Refusal 401 when the user may sign in from allowed networks only and this is none.
 */
export async function letIn(
  context: Context,
  { user_id, username }: { user_id: number; username: string },
  door: Door,
): Promise<NewSession> {
  const attempt = { username, address: door.address, way: door.way }
  if (!(await isAllowedPlace(context, user_id, door.address))) {
    await recordAttempt(context.db, attempt, 'fail', 'network')
    throw new Refusal(401, 'messages.network_not_allowed')
  }
  await recordAttempt(context.db, attempt, 'ok', null)
  return openSession(context, { user_id, ...door })
}

async function isAllowedPlace({ db }: Context, user_id: number, address: string): Promise<boolean> {
  const { rows } = await sql<{ restrict_login_location: number }>`
    select restrict_login_location from users where user_id = ${user_id}`.execute(db)
  if (rows[0]?.restrict_login_location !== 1) return true
  return isWithinNetworks(address, (await readSettings(db)).allowed_networks ?? [])
}
