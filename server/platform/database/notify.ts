import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'

/**
 * The channels on which the servers of one database notify each other. On `access` and `definitions` the database's own triggers notify
 * (`db/migrations`).
 */
export const CHANNELS = ['live', 'events', 'commands', 'access', 'definitions', 'written'] as const
export type Channel = (typeof CHANNELS)[number]

/** A changed record of some kind, and the company that it belongs to, if any. */
export type ChangedRecord = [kind: string, id: number, company_id: number | null]

/**
 * The content of a message on the channel `live`: devices that reported, with their companies, changed alerts, changed records, and the
 * users whose notifications changed.
 */
export interface LiveMessage {
  devices: [device_id: number, company_id: number][]
  alerts: [alert_id: number, device_id: number, company_id: number][]
  records: ChangedRecord[]
  users: number[]
}

/** Entries per message: the largest notification is 8,000 bytes. */
const ENTRIES_PER_MESSAGE = { devices: 250, alerts: 150, records: 100, users: 500 } as const

/** Notifies every server once the transaction is committed. */
export async function notify(db: Database, channel: Channel, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** Like `notify`, on a connection outside Kysely. */
export async function notifyOn(client: pg.ClientBase, channel: Channel, payload = ''): Promise<void> {
  await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] })
}

/** Notifies open pages of changes once the transaction is committed. */
export async function publishLive<K extends keyof LiveMessage>(
  db: Database,
  kind: K,
  entries: LiveMessage[K],
): Promise<void> {
  for (const message of liveMessages(kind, entries)) await notify(db, 'live', message)
}

/** Splits changes for open pages into messages that the database can carry. */
export function liveMessages<K extends keyof LiveMessage>(kind: K, entries: LiveMessage[K]): string[] {
  const most = ENTRIES_PER_MESSAGE[kind]
  return Array.from({ length: Math.ceil(entries.length / most) }, (_, index) =>
    JSON.stringify({ [kind]: entries.slice(index * most, (index + 1) * most) }),
  )
}
