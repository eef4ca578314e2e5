import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/database.ts'
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
 * Notes when and where something was last used. No call waits for it: uses noted during a write are written together afterwards.
 */
abstract class LastUse {
  private readonly known = new LRUCache<number, Use>({ max: MAX_KNOWN })
  private waiting = new Map<number, Use>()
  private writing: Promise<void> | undefined
  protected readonly db: Database
  private readonly log: Log

  constructor(db: Database, log: Log) {
    this.db = db
    this.log = log
  }

  note(id: number, address: string, screen?: unknown): void {
    const place = placeOf(screen)
    const before = this.known.get(id)
    const now = Date.now()
    if (before && now - before.at < PLACE_PRECISION) return
    const moved = before?.address !== address || (place !== undefined && before?.place !== place)
    if (before && !moved && now - before.at < USE_PRECISION) return
    this.known.set(id, { at: now, address, place: place ?? before?.place })
    this.waiting.set(id, { at: now, address, place })
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
        this.log.warn({ err }, 'the use of sessions or API keys was not noted'),
      )
    }
    this.writing = undefined
  }

  protected abstract write(uses: readonly (readonly [number, Use])[]): Promise<void>
}

/** When, where and at which screen a session was last used. */
export class SessionUse extends LastUse {
  protected async write(uses: readonly (readonly [number, Use])[]): Promise<void> {
    await sql`update sessions s set last_used_at = to_timestamp(u.at / 1000.0), address = u.address,
        place = coalesce(u.place, s.place)
      from unnest(${uses.map(([id]) => id)}::int8[], ${uses.map(([, { at }]) => at)}::float8[],
        ${uses.map(([, { address }]) => address)}::text[], ${uses.map(([, { place }]) => place ?? null)}::text[])
        as u (session_id, at, address, place)
      where s.session_id = u.session_id and s.revoked_at is null`.execute(this.db)
  }
}

/** When and where an API key was last used. */
export class KeyUse extends LastUse {
  protected async write(uses: readonly (readonly [number, Use])[]): Promise<void> {
    await sql`update api_keys k set last_used_at = to_timestamp(u.at / 1000.0), last_used_from = u.address
      from unnest(${uses.map(([id]) => id)}::int8[], ${uses.map(([, { at }]) => at)}::float8[],
        ${uses.map(([, { address }]) => address)}::text[]) as u (api_key_id, at, address)
      where k.api_key_id = u.api_key_id`.execute(this.db)
  }
}

/** The path of a screen as the client sends it; undefined for anything else. */
function placeOf(screen: unknown): string | undefined {
  return typeof screen === 'string' && /^\/[\w./%-]{0,254}$/.test(screen) ? screen : undefined
}
