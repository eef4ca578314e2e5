import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Closes what must be read again one day, and must not be read by whoever gets hold of the database. */
export interface Seal {
  /** @param purpose where the text belongs: a sealed text opens nowhere else. */
  close: (text: string, purpose: string) => string
  /** @throws SealLost when it was closed with another key or for another purpose, or was tampered with. */
  open: (sealed: string, purpose: string) => string
  /** A keyed hash (32 bytes) to look a short secret up by; without the key nothing can be tried against it. */
  digest: (text: string, purpose: string) => Buffer
}

/** A sealed text that this server's key does not open. */
export class SealLost extends Error {}

/** What a sealed text says; nothing when this server's key does not open it. */
export function openedIfKept(seal: Seal, sealed: string, purpose: string): string | undefined {
  try {
    return seal.open(sealed, purpose)
  } catch (error) {
    if (error instanceof SealLost) return undefined
    throw error
  }
}

const CIPHER = 'aes-256-gcm'
const FILE = 'seal.key'

/**
 * The seal of an installation: AES-256-GCM with the key of the settings, else with one that is made at its first use
 * and kept beside the embedded database, readable by its owner alone.
 */
export function openSeal({ SEAL_KEY, dataDir }: { SEAL_KEY?: string | undefined; dataDir: string }): Seal {
  let key: Buffer | undefined
  const theKey = () => {
    key ??= SEAL_KEY ? Buffer.from(SEAL_KEY, 'base64') : keptKey(dataDir)
    return key
  }
  return {
    close: (text, purpose) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(CIPHER, theKey(), nonce).setAAD(Buffer.from(purpose))
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), closed].map((part) => part.toString('base64url'))
      return [nameOf(theKey()), ...parts].join('.')
    },
    open: (sealed, purpose) => {
      const [name, ...parts] = sealed.split('.')
      const [nonce, tag, closed] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (name !== nameOf(theKey()) || !nonce || !tag || !closed)
        throw new SealLost('sealed with another key')
      try {
        const decipher = createDecipheriv(CIPHER, theKey(), nonce, { authTagLength: 16 })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(closed), decipher.final()]).toString('utf8')
      } catch {
        throw new SealLost('tampered with')
      }
    },
    digest: (text, purpose) => {
      const own = createHmac('sha256', theKey()).update(`digest:${purpose}`).digest()
      return createHmac('sha256', own).update(text).digest()
    },
  }
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
  return Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'base64')
}
