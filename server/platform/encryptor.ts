import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Closes what must be read again one day, and must not be read by whoever gets hold of the database. */
export interface Encryptor {
  /** @param purpose where the text belongs: a sealed text opens nowhere else. */
  close: (text: string, purpose: string) => string
  /** @throws DecryptionFailed when it was closed with an unknown key or for another purpose, or was tampered with. */
  open: (sealed: string, purpose: string) => string
  /** How every text begins that is closed with the present key and cipher. */
  beginning: () => string
  /** Whether the beginning of a sealed text names a key that this server has. */
  isOfKnownKey: (beginning: string) => boolean
  /** Whether the settings or a file hold a key; else its first use makes one. */
  hasKey: () => boolean
  /** A keyed hash (32 bytes) to look a short secret up by; without the key nothing can be tried against it. */
  digest: (text: string, purpose: string) => Buffer
  /** The same by every key there is, the present one first: what an earlier key has hashed is found as well. */
  digests: (text: string, purpose: string) => Buffer[]
}

/** A sealed text that this server's key does not open. */
export class DecryptionFailed extends Error {}

/** What a sealed text says; nothing when this server's key does not open it. */
export function decryptIfPossible(seal: Encryptor, sealed: string, purpose: string): string | undefined {
  try {
    return seal.open(sealed, purpose)
  } catch (error) {
    if (error instanceof DecryptionFailed) return undefined
    throw error
  }
}

/** The ciphers by the name that a sealed text bears. Another one is added here and becomes the present one. */
const CIPHERS = { g: 'aes-256-gcm' } as const
const PRESENT: keyof typeof CIPHERS = 'g'
const FILE = 'seal.key'

interface Keys {
  SEAL_KEY?: string | undefined
  /** Earlier keys, with commas between them: they open, and close nothing. */
  SEAL_KEY_OLD?: string | undefined
  dataDir: string
}

/**
 * The seal of an installation: AES-256-GCM with the key of the settings, else with one that is made at its first use
 * and kept beside the embedded database, readable by its owner alone. A sealed text names its cipher and its key.
 */
export function openEncryptor({ SEAL_KEY, SEAL_KEY_OLD, dataDir }: Keys): Encryptor {
  const older = (SEAL_KEY_OLD?.split(',') ?? []).map(keyOf)
  let present: Buffer | undefined
  const theKey = () => {
    present ??= SEAL_KEY ? keyOf(SEAL_KEY) : keptKey(dataDir)
    return present
  }
  const keyNamed = (name: string | undefined) => [theKey(), ...older].find((key) => nameOf(key) === name)
  const digest = (key: Buffer, text: string, purpose: string) => {
    const own = createHmac('sha256', key).update(`digest:${purpose}`).digest()
    return createHmac('sha256', own).update(text).digest()
  }
  return {
    close: (text, purpose) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(CIPHERS[PRESENT], theKey(), nonce).setAAD(Buffer.from(purpose))
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), closed].map((part) => part.toString('base64url'))
      return [PRESENT, nameOf(theKey()), ...parts].join('.')
    },
    open: (sealed, purpose) => {
      const { cipher, name, parts } = partsOf(sealed)
      const [nonce, tag, closed] = parts
      const key = keyNamed(name)
      if (!key || !cipher || !nonce || !tag || !closed) throw new DecryptionFailed('sealed with another key')
      try {
        const decipher = createDecipheriv(cipher, key, nonce, { authTagLength: 16 })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(closed), decipher.final()]).toString('utf8')
      } catch {
        throw new DecryptionFailed('tampered with')
      }
    },
    beginning: () => `${PRESENT}.${nameOf(theKey())}.`,
    isOfKnownKey: (beginning) => keyNamed(partsOf(beginning).name) !== undefined,
    hasKey: () => SEAL_KEY !== undefined || fs.existsSync(path.join(dataDir, FILE)),
    digest: (text, purpose) => digest(theKey(), text, purpose),
    digests: (text, purpose) => [theKey(), ...older].map((key) => digest(key, text, purpose)),
  }
}

/** What a sealed text is made of; texts of the first releases name no cipher. */
function partsOf(sealed: string) {
  const words = sealed.split('.')
  const [cipher = '', name, ...parts] = words[0]!.length > 1 ? ['g', ...words] : words
  return {
    cipher: Object.hasOwn(CIPHERS, cipher) ? CIPHERS[cipher as keyof typeof CIPHERS] : undefined,
    name,
    parts: parts.map((part) => Buffer.from(part, 'base64url')),
  }
}

function keyOf(base64: string): Buffer {
  return Buffer.from(base64.trim(), 'base64')
}

/** Tells keys apart without telling anything of them. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update('seal').update(key).digest('base64url').slice(0, 8)
}

/** Two that come at once: the second finds the first one's file. */
function keptKey(dataDir: string): Buffer {
  const file = path.join(dataDir, FILE)
  try {
    fs.mkdirSync(dataDir, { recursive: true })
    fs.writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return keyOf(fs.readFileSync(file, 'utf8'))
}
