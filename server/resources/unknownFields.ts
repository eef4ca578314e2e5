import { currencyKeysOf } from '#core/resources/currencyKey.ts'
import { type Issue, type Resource, writableFields } from '#core/resources/definition.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { invalid } from '#server/platform/refusal.ts'
import { whole } from './userFields.ts'

interface Names {
  /** What a body may set. */
  settable: ReadonlySet<string>
  /** What an answer holds besides: told by the server alone. */
  told: ReadonlySet<string>
}

const namesByKind = new WeakMap<Resource, Names>()

/**
 * Refuses what a record has no place for, and what it does not let be set: both would be lost without a word. What an
 * answer holds may come back as it is, so that a record can be sent as it was read: `read` answers it. `own` narrows what
 * may be set.
 * @throws Refusal 422 naming every one of them.
 */
export async function refuseUnknownFields(
  kind: Resource,
  body: object,
  read?: () => Promise<object>,
  own?: readonly string[],
): Promise<void> {
  const resource = whole(kind)
  const names = namesByKind.get(resource) ?? namesOf(resource)
  namesByKind.set(resource, names)
  const settable = own ? new Set([...own, 'if_updated_at']) : names.settable
  const others = Object.entries(body).filter(([name]) => !settable.has(name))
  if (others.length === 0) return
  const answer = (await read?.()) as Readonly<Record<string, unknown>> | undefined
  const issues = others.flatMap(([field, value]): Issue[] => {
    const isTold = answer ? Object.hasOwn(answer, field) : false
    if (!isTold && !names.told.has(field) && !names.settable.has(field))
      return [{ field, rule: 'unknown_field' }]
    const told = answer?.[field] ?? resource.within?.where[field] ?? null
    return isAsTold(value, told) ? [] : [{ field, rule: 'not_settable' }]
  })
  if (issues.length > 0) throw invalid(issues.slice(0, MOST_NAMED))
}

const MOST_NAMED = 20

/** Lists and objects of an answer are other records: they are not compared, their own calls change them. */
function isAsTold(sent: unknown, told: unknown): boolean {
  if (sent === null || sent === undefined || sent === '') return true
  if (typeof sent === 'object') return true
  if (told === null) return false
  return sent === told || String(sent) === String(told) || (sent !== '' && Number(sent) === Number(told))
}

function namesOf(resource: Resource): Names {
  const { id, fields, details } = resource
  const writable = writableFields(resource).map(([name]) => name)
  const secrets = Object.entries(fields).filter(([, { kind }]) => kind === 'secret')
  return {
    settable: new Set([
      ...writable,
      // A secret that is set is typed twice.
      ...secrets.map(([name]) => `confirm_${name}`),
      ...(details ? ['details'] : []),
      'if_updated_at',
    ]),
    told: new Set([
      id,
      ...Object.keys(fields),
      ...Object.keys(fields).map(titleKey),
      ...currencyKeysOf(resource),
      'created_at',
      'updated_at',
    ]),
  }
}
