import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** A browser's passkey response; the library validates every part of it. */
export interface PasskeyResponse {
  id: string
  [part: string]: unknown
}

interface PasskeyRow {
  passkey_id: number
  user_id: number
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
}

/** Loaded with the first passkey: at the start it would take a tenth of the time, and 20 MB. */
const library = () => import('@simplewebauthn/server')

/** The site of the product: passkeys are bound to its name. */
export interface Site {
  /** The name of the host, such as ullage.example.com. */
  id: string
  origins: string[]
}

/** The site of the public address; on this machine any port is the same site. */
export function siteOf(publicUrl: string, origin: string | undefined): Site {
  const { hostname, origin: own } = new URL(publicUrl)
  const isHere = hostname === 'localhost' && origin && /^http:\/\/localhost(:\d+)?$/.test(origin)
  return { id: hostname, origins: isHere ? [own, origin] : [own] }
}

/** Options for a browser to create a passkey for a user. */
export async function offerPasskey(
  db: Database,
  site: Site,
  { user_id, username, issuer }: { user_id: number; username: string; issuer: string },
) {
  const known = await passkeysOf(db, user_id)
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: issuer,
    rpID: site.id,
    userName: username,
    userID: new TextEncoder().encode(`user:${user_id}`),
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // A discoverable passkey can sign in on its own.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Stores a passkey that was created for `signed`. @returns its id; undefined if it does not match. */
export async function savePasskey(
  db: Database,
  site: Site,
  user_id: number,
  { response, signed, name }: { response: PasskeyResponse; signed: string; name: string },
): Promise<number | undefined> {
  const { verifyRegistrationResponse } = await library()
  const created = await verifyRegistrationResponse({
    response: response as object as RegistrationResponseJSON,
    expectedChallenge: signed,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!created?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = created.registrationInfo.credential
  const { rows } = await sql<{ passkey_id: number }>`
    insert into passkeys (user_id, name, credential_id, public_key, sign_count, transports)
    values (${user_id}, ${name}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports})
    on conflict do nothing returning passkey_id`.execute(db)
  return rows[0]?.passkey_id
}

/** Options for a browser to request a passkey: of one user, or any that it has. */
export async function requestPasskey(db: Database, site: Site, user_id: number | null) {
  const known = user_id === null ? [] : await passkeysOf(db, user_id)
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: user_id === null ? 'required' : 'preferred',
  })
}

/**
 * The user whose passkey signed; undefined if it is unknown or does not match. A passkey alone counts as both steps if the device must
 * verify the user.
 */
export async function verifyPasskey(
  db: Database,
  site: Site,
  { response, signed, alone }: { response: PasskeyResponse; signed: string; alone: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<PasskeyRow>`
    select * from passkeys where credential_id = ${response.id}`.execute(db)
  const passkey = rows[0]
  if (!passkey) return undefined
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    response: response as object as AuthenticationResponseJSON,
    expectedChallenge: signed,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    requireUserVerification: alone,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
      transports: passkey.transports,
    },
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { newCounter } = result.authenticationInfo
  await db
    .updateTable('passkeys')
    .set({ sign_count: newCounter, last_used_at: sql`now()` })
    .where('passkey_id', '=', passkey.passkey_id)
    .execute()
  return passkey.user_id
}

async function passkeysOf(db: Database, user_id: number): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`select * from passkeys where user_id = ${user_id}`.execute(db)
  return rows
}
