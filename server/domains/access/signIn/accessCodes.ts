import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Context } from '#server/platform/context.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { Refusal, tooManyRequests } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'

const HOUR = 3_600_000
const MAX_REQUESTS_PER_NAME = 5
const MAX_REQUESTS_PER_ADDRESS = 30

type CodePurpose = 'reset' | 'invitation' | 'confirm_email'

/** The purpose of a code, and its subject. */
export interface AccessCode {
  purpose: CodePurpose
  user_id: number | null
  people_id: number | null
  login_type_id: LoginType | null
  issued_by: number | null
  /** Sign-up whose address is to be confirmed. */
  sign_up_id?: number | null
  /** The company in which the inviter acted. */
  issued_in?: number | null
}

type StoredCode = Required<AccessCode>

/** Issues a code that works once, for some hours; an earlier code for the same purpose expires. Only the hash is stored. */
export async function issueCode(
  { db, now }: Context,
  { purpose, user_id, people_id, login_type_id, issued_by, sign_up_id = null, issued_in = null }: AccessCode,
  hours: number,
): Promise<string> {
  const code = newToken()
  const expires = new Date(now.getTime() + hours * HOUR)
  await sql`delete from access_codes where purpose = ${purpose}
    and user_id is not distinct from ${user_id} and people_id is not distinct from ${people_id}
    and sign_up_id is not distinct from ${sign_up_id}`.execute(db)
  await db
    .insertInto('access_codes')
    .values({
      code_hash: hashToken(code),
      purpose,
      user_id,
      people_id,
      login_type_id,
      issued_by,
      sign_up_id,
      issued_in,
      expires_at: expires,
    })
    .execute()
  return code
}

/** @throws Refusal 404 when the code was used, has expired, or was never valid for this. */
export async function readCode(
  { db, now }: Context,
  purpose: CodePurpose,
  code: string,
): Promise<StoredCode> {
  const { rows } = await sql<StoredCode>`
    select purpose, user_id, people_id, login_type_id, issued_by, sign_up_id, issued_in from access_codes
    where code_hash = ${hashToken(code)} and purpose = ${purpose} and expires_at > ${now}`.execute(db)
  if (!rows[0]) throw expiredCode()
  return rows[0]
}

/** Redeems a code: of two concurrent calls one succeeds. @throws Refusal 404 as `readCode` does. */
export async function redeemCode(
  { db, now }: Context,
  purpose: CodePurpose,
  code: string,
): Promise<StoredCode> {
  const { rows } = await sql<StoredCode>`
    delete from access_codes
    where code_hash = ${hashToken(code)} and purpose = ${purpose} and expires_at > ${now}
    returning purpose, user_id, people_id, login_type_id, issued_by, sign_up_id, issued_in`.execute(db)
  if (!rows[0]) throw expiredCode()
  return rows[0]
}

export const expiredCode = () => new Refusal(404, 'messages.code_over')

/**
 * Counts a request that sends a mail, whether or not the name is known.
 * @throws Refusal 429 after 5 for a name, or 30 from an address, within an hour.
 */
export async function throttleRequest({ db }: Context, name: string, address: string): Promise<void> {
  await lockByName(db, 'access_requests', address)
  const { rows } = await sql<{ of_name: number; of_address: number }>`
    select count(*) filter (where lower(name) = lower(${name})) as of_name,
      count(*) filter (where address = ${address}) as of_address
    from access_requests where requested_at > now() - interval '1 hour'
      and (lower(name) = lower(${name}) or address = ${address})`.execute(db)
  const { of_name, of_address } = firstOf(rows)
  if (of_name >= MAX_REQUESTS_PER_NAME || of_address >= MAX_REQUESTS_PER_ADDRESS) throw tooManyRequests(3600)
  await db.insertInto('access_requests').values({ name, address }).execute()
}
