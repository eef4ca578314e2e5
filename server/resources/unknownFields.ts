import type { Issue } from '#core/platform/issue.ts'
import { unknownFieldIssues } from '#core/platform/unknownFieldIssues.ts'
import { currencyKeysOf } from '#core/resources/currencyKeysOf.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import { isNamedByContents } from '#core/resources/isNamedByContents.ts'
import { kindOf } from '#core/resources/kinds/fieldKinds.ts'
import { nameKey } from '#core/resources/nameKey.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { invalid } from '#server/platform/refusal.ts'
import { withUserFields } from './userFields.ts'

interface Names {
  /** What a body may set. */
  settable: ReadonlySet<string>
  /** What an answer holds besides: told by the server alone. */
  told: ReadonlySet<string>
}

const namesByKind = new WeakMap<Resource, Names>()

interface Allowances {
  /** The record as it is answered now: what it tells may come back. */
  read?: () => Promise<object>
  /** Narrows what may be set to these. */
  own?: readonly string[]
  /** Names that a body may hold beside the record's, judged elsewhere; `details.line_total` is one of its rows. */
  besides?: readonly string[]
}

/**
 * Refuses what a record has no place for, and what it does not let be set, in its rows and lists as well: all of it would
 * be lost without a word. What an answer holds may come back as it is, so that a record can be sent as it was read.
 * @throws Refusal 422 naming every one of them, those of rows by their places (`details.2.foo`).
 */
export async function refuseUnknownFields(
  kind: Resource,
  body: object,
  { read, own, besides = [] }: Allowances = {},
): Promise<void> {
  const resource = withUserFields(kind)
  const names = namesOf(resource)
  const settable = own ? new Set([...own, 'if_updated_at']) : names.settable
  const others = othersIn(body, settable, besides)
  const rows = rowsIn(resource, body, besides)
  const isAsked = others.length > 0 || rows.some((row) => row.others.length > 0)
  const answer = isAsked ? ((await read?.()) as Values | undefined) : undefined
  const issues = [
    ...others.flatMap((other) => issueOf(other, names, answer, resource.within?.where)),
    ...rows.flatMap(({ index, id, others: ofRow }): Issue[] => {
      const told = rowsOfAnswer(answer).find((one) => id != null && one[resource.details!.id] === id)
      // Of another record nothing more is told.
      if (ofRow.length > 0 && id != null && !told)
        return [{ field: `details.${index}.${resource.details!.id}`, rule: 'not_found' }]
      return ofRow
        .flatMap((other) => issueOf(other, namesOf(resource.details!), told))
        .map((issue) => ({ ...issue, field: `details.${index}.${issue.field}` }))
    }),
    ...listIssues(resource, body),
  ]
  if (issues.length > 0) throw invalid(issues.slice(0, MOST_NAMED))
}

const MOST_NAMED = 20

type Values = Readonly<Record<string, unknown>>
type Other = readonly [name: string, value: unknown]

function othersIn(body: object, settable: ReadonlySet<string>, besides: readonly string[]): Other[] {
  return Object.entries(body).filter(([name]) => !settable.has(name) && !besides.includes(name))
}

/** The rows that belong to a record, each with what may not be set in it. What is no row is refused elsewhere. */
function rowsIn({ details }: Resource, body: object, besides: readonly string[]) {
  const given = (body as Values)['details']
  if (!details || !Array.isArray(given)) return []
  const { settable } = namesOf(details)
  const ofRows = besides.flatMap((name) => (name.startsWith(OF_ROWS) ? [name.slice(OF_ROWS.length)] : []))
  return given.flatMap((row: unknown, index) => {
    if (typeof row !== 'object' || row === null) return []
    const others = othersIn(row, settable, [details.id, ...ofRows])
    return [{ index, id: (row as Values)[details.id], others }]
  })
}

const OF_ROWS = 'details.'

function rowsOfAnswer(answer: Values | undefined): readonly Values[] {
  return (answer?.['details'] as readonly Values[] | undefined) ?? []
}

/** What lies in the lists of a record's own fields has no answer to come back from. */
function listIssues({ fields }: Resource, body: object): Issue[] {
  return Object.entries(body).flatMap(([name, value]) => {
    // A name such as `constructor` is one that every object has.
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && kindOf(field).isList ? unknownFieldIssues(valueSchema(field), value, `${name}.`) : []
  })
}

function issueOf(
  [field, value]: Other,
  names: Names,
  answer: Values | undefined,
  within: Values = {},
): Issue[] {
  const isTold = answer ? Object.hasOwn(answer, field) : false
  if (!isTold && !names.told.has(field) && !names.settable.has(field))
    return [{ field, rule: 'unknown_field' }]
  return isAsTold(value, answer?.[field] ?? within[field] ?? null) ? [] : [{ field, rule: 'not_settable' }]
}

/** Lists and objects of an answer are other records: they are not compared, their own calls change them. */
function isAsTold(sent: unknown, told: unknown): boolean {
  if (sent === null || sent === undefined || sent === '') return true
  if (typeof sent === 'object') return true
  if (told === null) return false
  return sent === told || String(sent) === String(told) || (sent !== '' && Number(sent) === Number(told))
}

function namesOf(resource: Resource): Names {
  const known = namesByKind.get(resource) ?? gatherNames(resource)
  namesByKind.set(resource, known)
  return known
}

function gatherNames(resource: Resource): Names {
  const { id, fields, details } = resource
  const writable = writableFields(resource).map(([name]) => name)
  const secrets = Object.entries(fields).filter(([, field]) => isSecret(field))
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
      ...Object.entries(fields).flatMap(([name, field]) => [
        titleKey(name),
        ...(isNamedByContents(field) ? [nameKey(name)] : []),
      ]),
      ...currencyKeysOf(resource),
      'created_at',
      'updated_at',
    ]),
  }
}
