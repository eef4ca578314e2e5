import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/database.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { upTo } from '#server/platform/upTo.ts'

export interface KeyOwner {
  device_id: number
  company_id: number
  key_hash: Buffer
}

export type FindDeviceByKey = (key: string) => Promise<KeyOwner | null>

const MAX_KEYS = 100_000
/** How long a cached owner of a device is used. */
const RECHECK_MS = 60_000

/**
 * Finds the device of a key, with a cache. Storing its records checks the key again once the device is locked, so a
 * changed key is refused at once. A moved device counts for its new company in the queue after a minute.
 */
export function openKeyRing(db: Database): FindDeviceByKey {
  const known = new LRUCache<string, KeyOwner>({ ...upTo(MAX_KEYS), ttl: RECHECK_MS })
  return async (key) => {
    if (key.length < 16 || key.length > 200) return null
    const key_hash = hashToken(key)
    const name = key_hash.toString('base64')
    const found = known.get(name)
    if (found) return found
    const [device] = await runPrepared(
      db,
      sql<{ device_id: number; company_id: number }>`
        select device_id, company_id from devices where key_hash = ${key_hash} and status <> 'retired'`,
    )
    if (!device) return null
    const owner = { ...device, key_hash }
    known.set(name, owner)
    return owner
  }
}
