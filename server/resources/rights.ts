import type { Actor } from '#server/platform/context.ts'

const known = new WeakMap<Actor, string>()

/**
 * All of an actor that a statement of the engine can depend on, as one text: who has the same rights is answered by the same
 * statement.
 */
export function rightsOf(actor: Actor): string {
  const found = known.get(actor)
  if (found !== undefined) return found
  const { user_id, loginType, company_id, companies, above, limits, permissions, language } = actor
  const isLimited = Object.keys(limits).length > 0
  // Of whom only some records are open to, his own words are open too; the product itself reads everything.
  const who = isLimited ? user_id : user_id === null
  const rights = [who, loginType, company_id, companies, above, limits, [...permissions].sort(), language]
  const text = JSON.stringify(rights)
  known.set(actor, text)
  return text
}
