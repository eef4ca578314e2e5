import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'

/**
 * The channels on which the servers of one database notify each other. On `access` and `definitions` the database's own
 * triggers notify (`db/migrations`).
 */
export const CHANNELS = ['live', 'events', 'commands', 'access', 'definitions', 'written'] as const
export type Channel = (typeof CHANNELS)[number]

/** A record of some kind that somebody has changed, and the company that it belongs to, where it has one. */
export type ChangedRecord = [kind: string, id: number, company_id: number | null]

/**
 * What a message on the channel `live` can hold: devices that reported with their companies, changed alerts, records that
 * somebody changed, and the users whose notifications changed.
 */
export interface LiveMessage {
  devices: [device_id: number, company_id: number][]
  alerts: [alert_id: number, device_id: number, company_id: number][]
  records: ChangedRecord[]
  users: number[]
}

/** The largest notification is 8,000 bytes; so many entries stay below it. */
const ENTRIES_PER_MESSAGE = { devices: 250, alerts: 150, records: 100, users: 500 } as const

/** Notifies every server, as soon as the transaction is on disk. */
export async function notify(db: Database, channel: Channel, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** The same on a connection that is not Kysely's. */
export async function notifyOn(client: pg.ClientBase, channel: Channel, payload = ''): Promise<void> {
  await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] })
}

/** Tells open pages what changed, as soon as the transaction is on disk. */
export async function publishLive<K extends keyof LiveMessage>(
  db: Database,
  kind: K,
  entries: LiveMessage[K],
): Promise<void> {
  for (const message of liveMessages(kind, entries)) await notify(db, 'live', message)
}

/** What open pages are to be told, in messages that the database carries. */
export function liveMessages<K extends keyof LiveMessage>(kind: K, entries: LiveMessage[K]): string[] {
  const most = ENTRIES_PER_MESSAGE[kind]
  return Array.from({ length: Math.ceil(entries.length / most) }, (_, index) =>
    JSON.stringify({ [kind]: entries.slice(index * most, (index + 1) * most) }),
  )
}
