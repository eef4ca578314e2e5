import type { Actor } from '#server/platform/context.ts'
import { rightsOf } from './rights.ts'
import { userFieldsVersion } from './userFields.ts'

/** How many are kept: those that people with the same rights work with at a time. */
const LARGEST = 500

/**
 * What is put together once for all who have the same rights, for as long as the kinds have the same fields: to make a part of
 * a statement for each call takes longer than many a query.
 */
export class CacheByRights<T> {
  private readonly known = new Map<string, { version: number; made: T }>()

  /** @param what tells it from others of the same rights; read as JSON. */
  of(actor: Actor, what: readonly unknown[], make: () => T): T {
    const key = `${JSON.stringify(what)} ${rightsOf(actor)}`
    const version = userFieldsVersion()
    const found = this.known.get(key)
    if (found?.version === version) return found.made
    const made = make()
    if (this.known.size >= LARGEST) this.known.clear()
    this.known.set(key, { version, made })
    return made
  }
}
