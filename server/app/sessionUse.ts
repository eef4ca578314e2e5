import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'

/** How stale the last use of a session may be, and its place: it is not worth a write at every call. */
const USE_PRECISION = 60_000
const PLACE_PRECISION = 5_000
const LARGEST = 5_000

interface Use {
  at: number
  address: string
  place: string | undefined
}

/** Notes when, where and at which screen a session was last used. */
export class SessionUse {
  private readonly known = new Map<number, Use>()
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  async note(session_id: number, address: string, screen: unknown): Promise<void> {
    const place = placeOf(screen)
    const before = this.known.get(session_id)
    const now = Date.now()
    if (before && now - before.at < PLACE_PRECISION) return
    const moved = before?.address !== address || (place !== undefined && before?.place !== place)
    if (before && !moved && now - before.at < USE_PRECISION) return
    if (this.known.size >= LARGEST) this.known.clear()
    this.known.set(session_id, { at: now, address, place: place ?? before?.place })
    await sql`update sessions set last_used_at = now(), address = ${address}, place = coalesce(${place ?? null}, place)
      where session_id = ${session_id} and revoked_at is null`.execute(this.db)
  }
}

/** The path of a screen as the client tells it; anything else is no place. */
function placeOf(screen: unknown): string | undefined {
  return typeof screen === 'string' && /^\/[\w./%-]{0,254}$/.test(screen) ? screen : undefined
}
