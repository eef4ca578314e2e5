import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage: argon2id with a new salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let nobodysHash: Promise<string> | undefined

/** Verifies a password. For an unknown name the same work is done against a dummy hash, so that the time reveals nothing. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(16).toString('hex'))
  const right = await verify(stored ?? (await nobodysHash), password).catch(() => false)
  return stored !== undefined && right
}

/** The beginning of every API key, by which servers and secret scanners recognize it. */
export const API_KEY_PREFIX = 'ulg_'

export function isApiKey(token: string | undefined): boolean {
  return token?.startsWith(API_KEY_PREFIX) ?? false
}

/** An opaque random token of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of `newToken`. */
export function isSessionToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Hashes a token or device key for storage: a fast hash is enough for 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function isSameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
