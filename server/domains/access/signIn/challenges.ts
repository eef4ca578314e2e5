import { sql } from 'kysely'
import type { SignInMethod } from '#core/domains/access/signIn/signInMethods.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'

const MINUTES = 5
/** Longer at a provider, as people may have to find their phone. */
const MINUTES_AT_PROVIDER = 15
const MAX_ATTEMPTS = 5

export type ChallengePurpose = 'second_factor' | 'sign_in' | 'enrol'

export interface Challenge {
  user_id: number | null
  way: SignInMethod
  remember: boolean
  signed: string | null
}

interface NewChallenge extends Challenge {
  purpose: ChallengePurpose
  address: string
  /** Where the sign-in continues, if at another site. */
  identity_provider_id?: number
}

/** Opens a challenge, to be answered once from the same address: within five minutes, or within fifteen at a provider. */
export async function openChallenge(
  { db, now }: Context,
  { identity_provider_id, ...values }: NewChallenge,
): Promise<{ challenge: string; expires_at: string }> {
  const challenge = newToken()
  const minutes = identity_provider_id === undefined ? MINUTES : MINUTES_AT_PROVIDER
  const expires = new Date(now.getTime() + minutes * 60_000)
  await db
    .insertInto('sign_in_challenges')
    .values({
      ...values,
      challenge_hash: hashToken(challenge),
      identity_provider_id: identity_provider_id ?? null,
      expires_at: expires,
    })
    .execute()
  return { challenge, expires_at: expires.toISOString() }
}

/**
 * Counts an attempt before it is verified, so that at most five are accepted even at the same time. @returns undefined once the challenge
 * is over.
 */
export async function countChallengeAttempt(
  { db, now }: Context,
  challenge: string,
  { purpose, address }: { purpose: ChallengePurpose; address: string },
): Promise<Challenge | undefined> {
  const { rows } = await sql<Challenge>`
    update sign_in_challenges set attempts = attempts + 1
    where challenge_hash = ${hashToken(challenge)} and purpose = ${purpose} and address = ${address}
      and expires_at > ${now} and attempts < ${MAX_ATTEMPTS}
    returning user_id, way, remember, signed`.execute(db)
  return rows[0]
}

/** Closes a challenge. @returns whether it was still open: of two correct answers, only one counts. */
export async function endChallenge(db: Database, challenge: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sign_in_challenges where challenge_hash = ${hashToken(challenge)} returning purpose`.execute(
    db,
  )
  return rows.length === 1
}

/**
 * Ends the challenge of a sign-in at a provider: it works once, whether it succeeds or fails. The address may differ, as the browser
 * returns with the challenge in a cookie over a new connection. @returns undefined once it is over.
 */
export async function spendProviderChallenge(
  { db, now }: Context,
  challenge: string,
): Promise<{ identity_provider_id: number; remember: boolean } | undefined> {
  const { rows } = await sql<{ identity_provider_id: number; remember: boolean }>`
    delete from sign_in_challenges
    where challenge_hash = ${hashToken(challenge)} and identity_provider_id is not null and expires_at > ${now}
    returning identity_provider_id, remember`.execute(db)
  return rows[0]
}

/** Stores what a passkey is to sign for an open challenge. */
export async function signByPasskey(db: Database, challenge: string, signed: string): Promise<void> {
  await db
    .updateTable('sign_in_challenges')
    .set({ signed })
    .where('challenge_hash', '=', hashToken(challenge))
    .execute()
}
