import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/database.ts'
import { inGroups } from '#server/platform/database/inGroups.ts'
import type { Log } from '#server/platform/log.ts'
import { upTo } from '#server/platform/upTo.ts'

/** An uplink that could not be read. */
export interface Unread {
  connection_id: number
  received_at: Date
  device_key: string | null
  reason: string
  detail: string
  body: string
}

/** Maximum number of stored uplinks of one connection; the newest are kept. */
export const MAX_UNREAD = 1000
/** Characters stored of a body. */
const MAX_BODY = 32_768
const MAX_DETAIL = 300
/** Maximum number of listed unknown devices of one connection. */
const MAX_UNKNOWN = 1000
/** How stale (ms) the last uplink of a device may be, to avoid a write at every uplink. */
const PRECISION = 60_000
const MAX_NOTED = 100_000

/** Stores uplinks that could not be read, grouping those that arrive at once. Each connection keeps only its newest. */
export function openUnread(db: Database): (some: readonly Unread[]) => Promise<void> {
  const store = inGroups(async (group: readonly (readonly Unread[])[]) => {
    await storeUnread(db, group.flat())
    return group.map(() => null)
  })
  return async (some) => {
    if (some.length > 0) await store(some)
  }
}

async function storeUnread(db: Database, some: readonly Unread[]): Promise<void> {
  const stored = some.map((item) => ({ ...item, detail: storable(item.detail), body: storable(item.body) }))
  await sql`
    insert into connection_uplinks (connection_id, received_at, device_key, reason, detail, body, is_cut)
    select * from unnest(${stored.map(({ connection_id }) => connection_id)}::int8[],
      ${stored.map(({ received_at }) => received_at)}::timestamptz[], ${stored.map(({ device_key }) => device_key)}::text[], ${stored.map(({ reason }) => reason)}::text[],
      ${stored.map(({ detail }) => detail.slice(0, MAX_DETAIL))}::text[],
      ${stored.map(({ body }) => body.slice(0, MAX_BODY))}::text[],
      ${stored.map(({ body }) => body.length > MAX_BODY)}::bool[])`.execute(db)
  const ids = [...new Set(some.map(({ connection_id }) => connection_id))]
  await sql`
    delete from connection_uplinks u using unnest(${ids}::int8[]) as c (connection_id)
    where u.connection_id = c.connection_id and u.uplink_id <= (
      select uplink_id from connection_uplinks where connection_id = c.connection_id
      order by uplink_id desc offset ${MAX_UNREAD} limit 1)`.execute(db)
}

/** Removes text that the database cannot store, as a decoder may return any text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '')
}

interface Seen {
  connection_id: number
  device_key: string
  device_id: number | null
}

/** Records which devices reported over a connection, at most once a minute each. No uplink waits for it. */
export function openNotes(db: Database, log: Log) {
  const noted = new LRUCache<string, { at: number; device_id: number | null }>(upTo(MAX_NOTED))
  let waiting = new Map<string, Seen>()
  let writing: Promise<void> | undefined

  function note(seen: Seen): void {
    const name = `${seen.connection_id} ${seen.device_key}`
    const before = noted.get(name)
    if (before?.device_id === seen.device_id && Date.now() - before.at < PRECISION) return
    noted.set(name, { at: Date.now(), device_id: seen.device_id })
    waiting.set(name, seen)
    writing ??= writeAll()
  }

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const some = [...waiting.values()]
      waiting = new Map()
      // The next uplink replaces a lost note.
      await write(db, some).catch((err: unknown) =>
        log.warn({ err }, 'the devices of a connection were not noted'),
      )
    }
    writing = undefined
  }

  return {
    note,
    /** Resolves when everything noted so far is in the database. */
    written: async () => {
      await writing
    },
    /** Lets the next uplink of a connection be noted at once. */
    forget: () => noted.clear(),
  }
}

async function write(db: Database, some: readonly Seen[]): Promise<void> {
  await sql`
    with seen as (
      select * from unnest(${some.map(({ connection_id }) => connection_id)}::int8[],
        ${some.map(({ device_key }) => device_key)}::text[], ${some.map(({ device_id }) => device_id)}::int8[])
        as s (connection_id, device_key, device_id)
    ), connected as (
      update connections c set last_uplink_at = now() from (select distinct connection_id from seen) s
      where c.connection_id = s.connection_id
    )
    insert into connection_devices as k (connection_id, device_key, device_id)
    select s.connection_id, s.device_key, s.device_id
    from seen s join connections c using (connection_id)
    where s.device_id is not null or (select count(*) from connection_devices o
      where o.connection_id = s.connection_id and o.device_id is null) < ${MAX_UNKNOWN}
      or exists (select from connection_devices o where o.connection_id = s.connection_id and o.device_key = s.device_key)
    order by 1, 2
    on conflict (connection_id, device_key) do update set last_seen_at = now(),
      device_id = case when k.is_linked then k.device_id else excluded.device_id end`.execute(db)
}
