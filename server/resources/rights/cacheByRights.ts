import { LRUCache } from 'lru-cache'
import type { Actor } from '#server/platform/context.ts'
import { userFieldsVersion } from '../userFields/userFields.ts'
import { rightsOf } from './rights.ts'

/** Maximum number of entries: more than people with the same rights use at a time. */
const MAX_ENTRIES = 500

/**
 * Caches values for all actors with the same rights while the fields of the kinds stay the same: composing a part of a statement for each
 * call takes longer than many a query.
 */
export class CacheByRights<T> {
  private readonly known = new LRUCache<string, { version: number; made: T }>({ max: MAX_ENTRIES })

  /** @param what the rest of the cache key; read as JSON. */
  of(actor: Actor, what: readonly unknown[], make: () => T): T {
    const key = `${JSON.stringify(what)} ${rightsOf(actor)}`
    const version = userFieldsVersion()
    const found = this.known.get(key)
    if (found?.version === version) return found.made
    const made = make()
    this.known.set(key, { version, made })
    return made
  }
}
