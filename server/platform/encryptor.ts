import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { codeOf } from '#server/platform/codeOf.ts'

/** Encrypts secrets that must be decrypted later, but not by a reader of the database. */
export interface Encryptor {
  /** @param purpose where the text belongs: it decrypts for no other purpose. */
  encrypt: (text: string, purpose: string) => string
  /** @throws DecryptionFailed when it was encrypted with an unknown key or for another purpose, or was tampered with. */
  decrypt: (encrypted: string, purpose: string) => string
  /** Encrypts bytes, such as a file. */
  encryptBytes: (bytes: Buffer, purpose: string) => Buffer
  decryptBytes: (encrypted: Buffer, purpose: string) => Buffer
  /** The prefix of every text that is encrypted with the current key and cipher. */
  prefix: () => string
  /** Whether the prefix of an encrypted text names a key of this server. */
  isOfKnownKey: (prefix: string) => boolean
  /** Whether the settings or a file hold a key; otherwise the first use makes one. */
  hasKey: () => boolean
  /** A keyed hash (32 bytes) to look up a short secret; it cannot be brute-forced without the key. */
  digest: (text: string, purpose: string) => Buffer
  /** The digest by every known key, the current one first, to find hashes of earlier keys as well. */
  digests: (text: string, purpose: string) => readonly [present: Buffer, ...earlier: Buffer[]]
}

/** An encrypted text that this server's keys do not decrypt. */
export class DecryptionFailed extends Error {}

/** Decrypts a text; undefined when this server's keys do not. */
export function decryptIfPossible(
  encryptor: Encryptor,
  encrypted: string,
  purpose: string,
): string | undefined {
  try {
    return encryptor.decrypt(encrypted, purpose)
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}

/** The ciphers by the name that an encrypted text has. A new one is added here and becomes the current one. */
const CIPHERS = { g: 'aes-256-gcm' } as const
const CIPHER_NAMES = keysOf(CIPHERS)
const PRESENT: keyof typeof CIPHERS = 'g'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FILE = 'seal.key'

interface Keys {
  SEAL_KEY?: string | undefined
  /** Earlier keys, separated by commas: they decrypt only. */
  SEAL_KEY_OLD?: string | undefined
  dataDir: string
}

/**
 * The encryptor of an installation: AES-256-GCM with the configured key, or with one that is created at its first use and stored next to
 * the embedded database, readable by its owner alone. An encrypted text names its cipher and its key.
 */
export function openEncryptor({ SEAL_KEY, SEAL_KEY_OLD, dataDir }: Keys): Encryptor {
  const older = (SEAL_KEY_OLD?.split(',') ?? []).map(keyOf)
  let present: Buffer | undefined
  const theKey = () => (present ??= SEAL_KEY ? keyOf(SEAL_KEY) : storedKey(dataDir))
  const keyNamed = (name: string | undefined) => [theKey(), ...older].find((key) => nameOf(key) === name)
  const open = (parts: EncryptedParts, purpose: string) => unseal(keyNamed(parts.name), parts, purpose)
  const prefix = () => `${PRESENT}.${nameOf(theKey())}.`
  return {
    encrypt: (text, purpose) => {
      const parts = seal(theKey(), Buffer.from(text, 'utf8'), purpose).map((part) =>
        part.toString('base64url'),
      )
      return prefix() + parts.join('.')
    },
    decrypt: (encrypted, purpose) => open(partsOf(encrypted), purpose).toString('utf8'),
    encryptBytes: (bytes, purpose) =>
      Buffer.concat([Buffer.from(prefix()), ...seal(theKey(), bytes, purpose)]),
    decryptBytes: (encrypted, purpose) => {
      const start = prefix().length
      const { cipher, name } = partsOf(encrypted.subarray(0, start).toString('latin1'))
      const [tagAt, textAt] = [start + NONCE_BYTES, start + NONCE_BYTES + TAG_BYTES]
      const parts = [
        encrypted.subarray(start, tagAt),
        encrypted.subarray(tagAt, textAt),
        encrypted.subarray(textAt),
      ]
      return open({ cipher, name, parts }, purpose)
    },
    prefix,
    isOfKnownKey: (prefix) => keyNamed(partsOf(prefix).name) !== undefined,
    hasKey: () => SEAL_KEY !== undefined || fs.existsSync(path.join(dataDir, FILE)),
    digest: (text, purpose) => digest(theKey(), text, purpose),
    digests: (text, purpose) => [
      digest(theKey(), text, purpose),
      ...older.map((key) => digest(key, text, purpose)),
    ],
  }
}

function digest(key: Buffer, text: string, purpose: string): Buffer {
  const own = createHmac('sha256', key).update(`digest:${purpose}`).digest()
  return createHmac('sha256', own).update(text).digest()
}

function seal(key: Buffer, bytes: Buffer, purpose: string): [nonce: Buffer, tag: Buffer, ciphertext: Buffer] {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHERS[PRESENT], key, nonce).setAAD(Buffer.from(purpose))
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()])
  return [nonce, cipher.getAuthTag(), ciphertext]
}

/** @throws DecryptionFailed */
function unseal(key: Buffer | undefined, { cipher, parts }: EncryptedParts, purpose: string): Buffer {
  const [nonce, tag, ciphertext] = parts
  if (!key || !cipher || !nonce || !tag || !ciphertext)
    throw new DecryptionFailed('encrypted with another key')
  try {
    const decipher = createDecipheriv(cipher, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    throw new DecryptionFailed('tampered with')
  }
}

interface EncryptedParts {
  cipher: (typeof CIPHERS)[keyof typeof CIPHERS] | undefined
  name: string | undefined
  /** Nonce, tag, ciphertext. */
  parts: Buffer[]
}

/** The parts of an encrypted text; texts of the first releases name no cipher. */
function partsOf(encrypted: string): EncryptedParts {
  const segments = encrypted.split('.')
  const [cipher = '', name, ...parts] = firstOf(segments).length > 1 ? ['g', ...segments] : segments
  return {
    cipher: isOneOf(CIPHER_NAMES, cipher) ? CIPHERS[cipher] : undefined,
    name,
    parts: parts.map((part) => Buffer.from(part, 'base64url')),
  }
}

function keyOf(base64: string): Buffer {
  return Buffer.from(base64.trim(), 'base64')
}

/** Identifies a key without revealing anything about it. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update('seal').update(key).digest('base64url').slice(0, 8)
}

/** Reads or creates the key file. Of two servers at once, the second finds the first one's file. */
function storedKey(dataDir: string): Buffer {
  const file = path.join(dataDir, FILE)
  try {
    fs.mkdirSync(dataDir, { recursive: true })
    fs.writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return keyOf(fs.readFileSync(file, 'utf8'))
}
