import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'

const PERIOD = 30
/** Phone clocks are inexact, so the steps before and after count too. */
const WINDOW = 1

/** The purpose for which a user's secret is encrypted. */
export const totpEncryptionContext = (user_id: number) => `totp:${user_id}`

/** Creates a secret for an authenticator app; it is required only after one of its codes was entered. Replaces an earlier one. */
export async function beginTotp(
  db: Database,
  encryptor: Encryptor,
  { user_id, username, issuer }: { user_id: number; username: string; issuer: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 })
  const encrypted = encryptor.encrypt(secret.base32, totpEncryptionContext(user_id))
  await sql`insert into totp_secrets (user_id, sealed) values (${user_id}, ${encrypted})
    on conflict (user_id) do update set sealed = excluded.sealed, last_step = 0, created_at = now()
    where totp_secrets.confirmed_at is null`.execute(db)
  const label = { issuer: issuer.replaceAll(':', ' '), label: username }
  return { secret: secret.base32, uri: new TOTP({ ...label, secret, period: PERIOD }).toString() }
}

/**
 * Redeems a code of the user's app. Returns whether it is currently valid and was not used before.
 * @param confirmed whether codes of the app are required already.
 */
export async function spendTotpCode(
  db: Database,
  encryptor: Encryptor,
  user_id: number,
  { code, confirmed, now }: { code: string; confirmed: boolean; now: number },
): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  const { rows } = await sql<{ sealed: string }>`
    select sealed from totp_secrets
    where user_id = ${user_id} and (confirmed_at is not null) = ${confirmed}`.execute(db)
  if (!rows[0] || !/^\d{6}$/.test(token)) return false
  const secret = Secret.fromBase32(encryptor.decrypt(rows[0].sealed, totpEncryptionContext(user_id)))
  const delta = new TOTP({ secret, period: PERIOD }).validate({ token, window: WINDOW, timestamp: now })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / PERIOD) + delta
  const used = await sql`
    update totp_secrets set last_step = ${step}
    where user_id = ${user_id} and last_step < ${step} returning user_id`.execute(db)
  return used.rows.length === 1
}
