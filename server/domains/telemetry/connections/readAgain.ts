import { sql } from 'kysely'
import { deviceKeyOf } from '#core/domains/telemetry/connections/networkMessages.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DeliveryOutcome, Receive } from './delivery.ts'
import { MAX_UNREAD } from './noteUplinks.ts'
import type { Connection } from './openConnections.ts'

interface Which {
  connection_id: number
  device_key?: string | undefined
  reason?: string
}

/** Reads stored uplinks again, the oldest first. Those still unreadable are stored with their new reason. */
export async function readAgain(
  db: Database,
  { receive, read }: { receive: Receive; read: (connection_id: number) => Promise<Connection | undefined> },
  { connection_id, device_key, reason }: Which,
): Promise<DeliveryOutcome> {
  const { rows } = await sql<{
    uplink_id: number
    received_at: string
    device_key: string | null
    body: string
  }>`
    select uplink_id, received_at, device_key, body from connection_uplinks
    where connection_id = ${connection_id} and not is_cut
      ${device_key === undefined ? sql`` : sql`and device_key = ${deviceKeyOf(device_key)}`}
      ${reason === undefined ? sql`` : sql`and reason = ${reason}`}
    order by uplink_id limit ${MAX_UNREAD}`.execute(db)
  const sum = { accepted: 0, duplicates: 0, unread: 0 }
  for (const { uplink_id, received_at, device_key: device, body } of rows) {
    const outcome = await receive(() => read(connection_id), {
      body: parsed(body),
      text: body,
      device,
      receivedAt: Date.parse(received_at),
      transport: 'http',
      address: null,
    })
    await sql`delete from connection_uplinks where uplink_id = ${uplink_id}`.execute(db)
    for (const name of ['accepted', 'duplicates', 'unread'] as const) sum[name] += outcome[name]
  }
  return sum
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
