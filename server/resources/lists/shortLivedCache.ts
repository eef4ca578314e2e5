import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/database.ts'

const MAX_ENTRIES = 1_000

/** Caches facts about a database's rows for some milliseconds: paging asks for them on every page. */
export class ShortLivedCache<T extends NonNullable<unknown>> {
  private readonly known = new WeakMap<Database, LRUCache<string, T>>()
  private readonly milliseconds: number

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }

  get(db: Database, key: string): T | undefined {
    return this.known.get(db)?.get(key)
  }

  set(db: Database, key: string, what: T): void {
    const ofDatabase =
      this.known.get(db) ?? new LRUCache<string, T>({ max: MAX_ENTRIES, ttl: this.milliseconds })
    this.known.set(db, ofDatabase)
    ofDatabase.set(key, what)
  }
}
