import { LRUCache } from 'lru-cache'
import type { Actor } from '#server/platform/context.ts'
import { userFieldsVersion } from '../userFields/userFields.ts'

/** Maximum number of entries: more than people with the same rights use at a time. */
const MAX_ENTRIES = 500

/**
 * Caches values for all actors with the same rights while the fields of the kinds stay the same: composing a part of a statement for each
 * call takes longer than many queries.
 */
export class CacheByRights<T> {
  private readonly known = new LRUCache<string, { version: number; made: T }>({ max: MAX_ENTRIES })

  /** @param keyParts the rest of the cache key; read as JSON. */
  of(actor: Actor, keyParts: readonly unknown[], make: () => T): T {
    const key = `${JSON.stringify(keyParts)} ${rightsOf(actor)}`
    const version = userFieldsVersion()
    const found = this.known.get(key)
    if (found?.version === version) return found.made
    const created = make()
    this.known.set(key, { version, made: created })
    return created
  }
}

const known = new WeakMap<Actor, string>()

/** The properties of an actor on which a statement of the engine can depend, as one text: actors with the same rights share statements. */
function rightsOf(actor: Actor): string {
  const found = known.get(actor)
  if (found !== undefined) return found
  const { user_id, loginType, company_id, companies, onlyBuys, sellsTo, above } = actor
  const { limits, permissions, language } = actor
  const isLimited = Object.keys(limits).length > 0
  // An actor who sees only some records also sees records that they wrote; the product itself reads everything.
  const who = isLimited ? user_id : user_id === null
  const rights = [
    who,
    loginType,
    company_id,
    companies,
    onlyBuys,
    sellsTo,
    above,
    limits,
    [...permissions].sort(),
    language,
  ]
  const text = JSON.stringify(rights)
  known.set(actor, text)
  return text
}
