import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'

/** How stale (ms) a session's last use and screen may be, to avoid a write at every call. */
const USE_PRECISION = 60_000
const PLACE_PRECISION = 5_000
const MAX_KNOWN = 5_000

interface Use {
  at: number
  address: string
  place: string | undefined
}

/**
 * Notes when, where and at which screen a session was last used. No call waits for it: uses noted during a write are written together
 * afterwards.
 */
export class SessionUse {
  private readonly known = new LRUCache<number, Use>({ max: MAX_KNOWN })
  private waiting = new Map<number, Use>()
  private writing: Promise<void> | undefined
  private readonly db: Database
  private readonly log: Log

  constructor(db: Database, log: Log) {
    this.db = db
    this.log = log
  }

  note(session_id: number, address: string, screen: unknown): void {
    const place = placeOf(screen)
    const before = this.known.get(session_id)
    const now = Date.now()
    if (before && now - before.at < PLACE_PRECISION) return
    const moved = before?.address !== address || (place !== undefined && before?.place !== place)
    if (before && !moved && now - before.at < USE_PRECISION) return
    this.known.set(session_id, { at: now, address, place: place ?? before?.place })
    this.waiting.set(session_id, { at: now, address, place })
    this.writing ??= this.writeAll()
  }

  /** Resolves when everything noted so far is in the database. */
  async written(): Promise<void> {
    await this.writing
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const uses = [...this.waiting]
      this.waiting = new Map()
      // The next use replaces a lost one.
      await this.write(uses).catch((err: unknown) =>
        this.log.warn({ err }, 'the use of sessions was not noted'),
      )
    }
    this.writing = undefined
  }

  private async write(uses: readonly (readonly [number, Use])[]): Promise<void> {
    await sql`update sessions s set last_used_at = to_timestamp(u.at / 1000.0), address = u.address,
        place = coalesce(u.place, s.place)
      from unnest(${uses.map(([id]) => id)}::int8[], ${uses.map(([, { at }]) => at)}::float8[],
        ${uses.map(([, { address }]) => address)}::text[], ${uses.map(([, { place }]) => place ?? null)}::text[])
        as u (session_id, at, address, place)
      where s.session_id = u.session_id and s.revoked_at is null`.execute(this.db)
  }
}

/** The path of a screen as the client sends it; undefined for anything else. */
function placeOf(screen: unknown): string | undefined {
  return typeof screen === 'string' && /^\/[\w./%-]{0,254}$/.test(screen) ? screen : undefined
}
