import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { countRecoveryCodes } from './recoveryCodes.ts'

/** Methods of the second step. */
export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery'

export interface SecondFactor {
  /** Since when codes of an authenticator app are required; null = not required. */
  totp_since: string | null
  passkeys: {
    passkey_id: number
    name: string
    created_at: string
    last_used_at: string | null
  }[]
  recovery_codes_left: number
}

/** A user's second factor, without any secrets. */
export async function readSecondFactor(db: Database, user_id: number): Promise<SecondFactor> {
  const totp = await sql<{ confirmed_at: string | null }>`
    select confirmed_at from totp_secrets where user_id = ${user_id}`.execute(db)
  const passkeys = await sql<SecondFactor['passkeys'][number]>`
    select passkey_id, name, created_at, last_used_at from passkeys
    where user_id = ${user_id} order by passkey_id`.execute(db)
  return {
    totp_since: totp.rows[0]?.confirmed_at ?? null,
    passkeys: passkeys.rows,
    recovery_codes_left: await countRecoveryCodes(db, user_id),
  }
}

/** The user's methods for the second step; empty when none is required. */
export async function secondFactorMethods(db: Database, user_id: number): Promise<SecondFactorMethod[]> {
  const { totp_since, passkeys, recovery_codes_left } = await readSecondFactor(db, user_id)
  const methods: SecondFactorMethod[] = []
  if (totp_since) methods.push('totp')
  if (passkeys.length > 0) methods.push('passkey')
  if (methods.length > 0 && recovery_codes_left > 0) methods.push('recovery')
  return methods
}

/** Removes everything that a user has set up. */
export async function removeSecondFactor(db: Database, user_id: number): Promise<void> {
  await db.deleteFrom('totp_secrets').where('user_id', '=', user_id).execute()
  await db.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}
