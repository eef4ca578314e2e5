import { type Resource, tableOf } from '#core/resources/definition.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'
import { isSoldTo } from './isSoldTo.ts'
import { mayRead, seesAll, seesOnlyIssued } from './visible.ts'

/**
 * The kinds under which an actor is notified of a changed record: its own and those that share its table (a customer is also a company), as
 * far as they may read them. Records whose visibility only the database could determine are not reported.
 */
export function visibleKindsOf(
  actor: Actor,
  [name, id, company_id]: readonly [kind: string, id: number, company_id: number | null],
): readonly Resource[] {
  return kindsLike(name).filter((kind) => mayRead(actor, kind) && isSurelySeen(actor, kind, id, company_id))
}

function isSurelySeen(actor: Actor, kind: Resource, id: number, company_id: number | null): boolean {
  const { scope, devicesBy } = kind
  const { hasSelectableNames } = kind.visibility
  const own = actor.limits[kind.name]
  if (own && !own.includes(id)) return false
  if (actor.limits.devices && devicesBy) return false
  if (scope === 'object') return false
  if (seesOnlyIssued(actor, kind)) return false
  // Of what the actor's own company buys, only issued records are seen.
  if (kind.visibility.givenOut && !(company_id !== null && isSoldTo(actor, company_id))) return false
  if (actor.companies === 'all') return true
  if (seesAll(actor, kind) && !hasSelectableNames) return true
  return scope === 'company' && company_id !== null && actor.companies.includes(company_id)
}

const likes = new Map<string, readonly Resource[]>()

function kindsLike(name: string): readonly Resource[] {
  const known = likes.get(name)
  if (known) return known
  const kinds = registeredKinds()
  const named = kinds.find((kind) => kind.name === name)
  const found = kinds.filter((kind) => named && tableOf(kind) === tableOf(named))
  likes.set(name, found)
  return found
}
