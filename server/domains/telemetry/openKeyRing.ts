import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { hashToken } from '#server/platform/secrets.ts'

export interface KeyOwner {
  device_id: number
  key_hash: Buffer
}

export type FindDeviceByKey = (key: string) => Promise<KeyOwner | null>

const LARGEST = 100_000

/**
 * Finds the device that has a key. What was found is remembered: whether the key is still the device's own is
 * looked at again when the device is locked to store its records, so that a changed key ends at once.
 */
export function openKeyRing(db: Database): FindDeviceByKey {
  const known = new Map<string, KeyOwner>()
  return async (key) => {
    if (key.length < 16 || key.length > 200) return null
    const key_hash = hashToken(key)
    const name = key_hash.toString('base64')
    const found = known.get(name)
    if (found) return found
    const { rows } = await sql<{ device_id: number }>`
      select device_id from devices where key_hash = ${key_hash} and status <> 'retired'`.execute(db)
    if (!rows[0]) return null
    if (known.size >= LARGEST) known.clear()
    const owner = { device_id: rows[0].device_id, key_hash }
    known.set(name, owner)
    return owner
  }
}
