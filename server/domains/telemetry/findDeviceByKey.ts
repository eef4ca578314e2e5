import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { hashToken } from '#server/platform/secrets.ts'

/** The device that has this key; null for nobody, and for one that is retired. */
export async function findDeviceByKey(db: Database, key: string): Promise<number | null> {
  if (key.length < 16 || key.length > 200) return null
  const { rows } = await sql<{ device_id: number }>`
    select device_id from devices where key_hash = ${hashToken(key)} and status <> 'retired'`.execute(db)
  return rows[0]?.device_id ?? null
}
