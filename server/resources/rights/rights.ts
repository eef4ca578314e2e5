import type { Actor } from '#server/platform/context.ts'

const known = new WeakMap<Actor, string>()

/** The properties of an actor on which a statement of the engine can depend, as one text: actors with the same rights share statements. */
export function rightsOf(actor: Actor): string {
  const found = known.get(actor)
  if (found !== undefined) return found
  const { user_id, loginType, company_id, companies, above, limits, permissions, language } = actor
  const isLimited = Object.keys(limits).length > 0
  // An actor who sees only some records also sees their own writings; the product itself reads everything.
  const who = isLimited ? user_id : user_id === null
  const rights = [who, loginType, company_id, companies, above, limits, [...permissions].sort(), language]
  const text = JSON.stringify(rights)
  known.set(actor, text)
  return text
}
