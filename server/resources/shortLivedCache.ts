import type { Database } from '#server/platform/database.ts'

const MAX_ENTRIES = 1_000

/** Caches facts about a database's rows for some milliseconds: paging asks for them on every page. */
export class ShortLivedCache<T> {
  private readonly known = new WeakMap<Database, Map<string, { what: T; until: number }>>()
  private readonly milliseconds: number

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }

  get(db: Database, key: string): T | undefined {
    const found = this.known.get(db)?.get(key)
    return found && found.until > Date.now() ? found.what : undefined
  }

  set(db: Database, key: string, what: T): void {
    const ofDatabase = this.known.get(db) ?? new Map<string, { what: T; until: number }>()
    this.known.set(db, ofDatabase)
    if (ofDatabase.size >= MAX_ENTRIES) ofDatabase.clear()
    ofDatabase.set(key, { what, until: Date.now() + this.milliseconds })
  }
}
