import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/secrets.ts'

const COUNT = 10
const LETTERS = 16
/** 32 unambiguous characters, five bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Creates ten new codes of 80 bits that replace all earlier ones: shown once, stored as hashes. */
export async function renewRecoveryCodes(db: Database, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  for (const code of codes) {
    await db
      .insertInto('recovery_codes')
      .values({ user_id, code_hash: hashOf(code) })
      .execute()
  }
  return codes
}

/** Creates codes for a user without any; undefined for a user who has some. */
export async function createMissingRecoveryCodes(db: Database, user_id: number): Promise<string[] | null> {
  return (await countRecoveryCodes(db, user_id)) > 0 ? null : renewRecoveryCodes(db, user_id)
}

/** Redeems a code. @returns whether it was valid. */
export async function spendRecoveryCode(db: Database, user_id: number, code: string): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = now()
    where user_id = ${user_id} and code_hash = ${hashOf(code)} and used_at is null returning user_id`.execute(
    db,
  )
  return rows.length === 1
}

export async function countRecoveryCodes(db: Database, user_id: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from recovery_codes where user_id = ${user_id} and used_at is null`.execute(db)
  return firstOf(rows).left
}

function newCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Ignores dashes, blanks and case. */
function hashOf(code: string): Buffer {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}
