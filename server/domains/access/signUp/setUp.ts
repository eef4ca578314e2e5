import { sql } from 'kysely'
import type { users } from '#core/domains/access/users.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/refusal.ts'
import { hashToken, isSameHash, newToken } from '#server/platform/secrets.ts'
import { createUser } from '../users/createUser.ts'

const KEY = 'setup_token'
/** The business itself: company 1, created at the first start. */
const OWN_COMPANY = 1

/** Input of the first administrator; `createUser` validates it. */
type FirstAdministrator = Readonly<
  Partial<Record<'username' | 'password' | 'first_name' | 'last_name' | 'phone_number', unknown>>
>

/** Issues a token for the link that creates the first administrator; an earlier one expires. Only its hash is stored. */
export async function issueSetupToken(db: Database): Promise<string> {
  const token = newToken()
  const value = JSON.stringify(hashToken(token).toString('hex'))
  await sql`insert into settings (setting_key, value) values (${KEY}, ${value})
    on conflict (setting_key) do update set value = excluded.value, updated_at = now()`.execute(db)
  return token
}

/** @throws Refusal 404 when the token was used, was replaced, or was never valid. */
export async function requireSetupToken({ db }: Context, token: string): Promise<void> {
  const { rows } = await sql<{
    value: string
  }>`select value from settings where setting_key = ${KEY} for update`.execute(db)
  const stored = Buffer.from(rows[0]?.value ?? '', 'hex')
  if (!isSameHash(stored, hashToken(token))) throw notFound()
}

/** Creates the first administrator; the token is redeemed in the same transaction. */
export async function setUp(
  context: Context,
  token: string,
  input: FirstAdministrator,
): Promise<RecordOf<typeof users>> {
  await requireSetupToken(context, token)
  const user = await createFirstAdministrator(context, input)
  await context.db.deleteFrom('settings').where('setting_key', '=', KEY).execute()
  return user
}

/** The first administrator belongs to the business itself. */
export function createFirstAdministrator(
  context: Omit<Context, 'actor'>,
  input: FirstAdministrator,
): Promise<RecordOf<typeof users>> {
  return createUser(
    { ...context, actor: systemActor },
    { ...input, login_type_id: 'administrator', company_id: OWN_COMPANY },
  )
}
