import { currencyKeysOf } from '#core/resources/currencyKey.ts'
import type { Resource } from '#core/resources/definition.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { invalid } from '#server/platform/refusal.ts'
import { whole } from './userFields.ts'

const knownNames = new WeakMap<Resource, ReadonlySet<string>>()

/**
 * Refuses what a record has no place for: a name that was misspelt would be lost without a word. What an answer holds
 * may come back, so that a record can be sent as it was read: `read` answers it where it holds more than its fields.
 * @throws Refusal 422 naming every one of them.
 */
export async function refuseUnknownFields(
  kind: Resource,
  body: object,
  read?: () => Promise<object>,
): Promise<void> {
  const resource = whole(kind)
  const known = knownNames.get(resource) ?? new Set(namesOf(resource))
  knownNames.set(resource, known)
  const foreign = Object.keys(body).filter((name) => !known.has(name))
  if (foreign.length === 0) return
  const answer = await read?.()
  const unknown = foreign.filter((name) => !answer || !Object.hasOwn(answer, name)).slice(0, MOST_NAMED)
  if (unknown.length > 0) throw invalid(unknown.map((field) => ({ field, rule: 'unknown_field' })))
}

const MOST_NAMED = 20

function namesOf(resource: Resource): string[] {
  const { id, fields, details } = resource
  const besides = Object.entries(fields).map(([name, { kind }]) =>
    // A secret that is set is typed twice.
    kind === 'secret' ? `confirm_${name}` : titleKey(name),
  )
  return [
    id,
    ...Object.keys(fields),
    ...besides,
    ...currencyKeysOf(resource),
    ...(details ? ['details'] : []),
    'created_at',
    'updated_at',
    'if_updated_at',
  ]
}
