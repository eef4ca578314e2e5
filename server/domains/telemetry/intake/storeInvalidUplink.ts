import type pg from 'pg'
import type { BodyRefusal } from '#core/domains/telemetry/uplink.ts'
import type { UplinkTransport } from './waitingUplink.ts'

interface ForeignUplink {
  device_id: number
  key_hash: Buffer | null
  /** JSON. */
  raw: string
  transport: UplinkTransport
}

/**
 * Stores a body that is not a batch in its device's raw log, so that staff see its content and why it has no effect; over MQTT it must be
 * acknowledged, and would otherwise be lost.
 * @returns false for a device that is gone, retired, or has another key by now
 */
export async function storeInvalidUplink(
  pool: pg.Pool,
  { device_id, key_hash, raw, transport }: ForeignUplink,
  reason: BodyRefusal,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into raw_uplinks (device_id, received_at, door, accepted, duplicates, refused, body, outcome)
     select device_id, now(), $3, 0, 0, 1, $4, $5 from devices
     where device_id = $1 and status <> 'retired' and ($2::bytea is null or key_hash = $2)`,
    [device_id, key_hash, transport, raw, JSON.stringify([{ index: null, reason }])],
  )
  return rowCount === 1
}
