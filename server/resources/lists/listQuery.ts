import { issueIf } from '#core/platform/issue.ts'
import { type Resource, sortableFields } from '#core/resources/definition.ts'
import { isUserFieldKey } from '#core/resources/fields/userFields.ts'
import { invalid, lenient, malformed, Refusal } from '#server/platform/refusal.ts'
import { withUserFields } from '../userFields/userFields.ts'

/** Maximum page size of lists that grow with the business. */
export const LARGEST_PAGE = 1000

export interface ListQuery {
  search: string
  /** 0 = all. */
  page_size: number
  page_num: number
  sort: { field: string; descending: boolean }
  filters: Record<string, string>
  /** Only records changed at or after this moment. */
  updated_since?: string | undefined
  /** The requested fields, when not all are. */
  fields?: readonly string[] | undefined
  /** Counts the total exactly. */
  exact?: boolean
}

/** If a parameter is repeated, the first value counts. */
export type RawListQuery = Readonly<Record<string, unknown>>

/**
 * Parses the query of a list, with the defaults of its definition. Unknown keys are ignored, except for a user-defined field that cannot be
 * filtered by (any more): answering all records would be wrong.
 * @throws Refusal 400 for a page that is not a number, 422 for a field that cannot be sorted or filtered by.
 */
export function listQueryOf(kind: Resource, raw: RawListQuery): ListQuery {
  const resource = withUserFields(kind)
  const one = (key: string): string | undefined => {
    const value: unknown = Array.isArray(raw[key]) ? raw[key][0] : raw[key]
    return value == null ? undefined : String(value)
  }
  const lost = Object.keys(raw).find((key) => isUserFieldKey(key) && one(key) && !(key in resource.filters))
  if (lost) throw new Refusal(422, 'messages.filter_gone', { params: { field: lost } })
  const search = (one('search') ?? '').trim()
  if (search.length > 255 || search.includes('\0')) throw malformed()
  return {
    search,
    page_size: pageSize(resource, wholeNumber(one('page_size')) ?? resource.pageSize),
    page_num: Math.max(1, wholeNumber(one('page_num')) ?? 1),
    sort: sortOf(resource, one('sort') || (resource.sort ?? resource.title)),
    filters: filtersOf(resource, one),
    updated_since: one('updated_since'),
    exact: isExact(one('count')),
  }
}

/**
 * Refuses requests that a list cannot fulfil as stated: an unknown order, and pages that do not exist.
 * @throws Refusal 400
 */
export function refuseLenient(kind: Resource, { sort, page_size, page_num }: RawListQuery): void {
  const resource = withUserFields(kind)
  const fields = sortableFields(resource)
  const size = page_size ? Number(page_size) : 1
  const isUnknown = typeof sort === 'string' && sort !== '' && !fields.includes(sort.replace(/^-/, ''))
  const isBeyond = !isUnbounded(resource) && (size > LARGEST_PAGE || size === 0)
  const issues = [
    ...issueIf(isUnknown, { field: 'sort', rule: 'unknown_parameter', params: { known: fields.join(', ') } }),
    ...Object.entries({ page_size, page_num })
      .filter(([, value]) => value && !WHOLE_NUMBER.test(String(value)))
      .map(([field]) => ({ field, rule: 'type_integer' as const })),
    ...issueIf(isBeyond, { field: 'page_size', rule: 'page_beyond', params: { largest: LARGEST_PAGE } }),
  ]
  if (issues.length > 0) throw lenient(issues)
}

const WHOLE_NUMBER = /^\d{1,9}$/

function isUnbounded({ scope, pageSize: standard }: Resource): boolean {
  return scope === 'shared' || standard === 0
}

function isExact(count: string | undefined): boolean {
  if (count !== undefined && count !== '' && count !== 'exact') throw malformed()
  return count === 'exact'
}

function wholeNumber(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined
  if (!WHOLE_NUMBER.test(value)) throw malformed()
  return Number(value)
}

function pageSize(resource: Resource, requested: number): number {
  if (isUnbounded(resource)) return requested
  return requested === 0 ? LARGEST_PAGE : Math.min(requested, LARGEST_PAGE)
}

function sortOf(resource: Resource, sort: string): ListQuery['sort'] {
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  if (!sortableFields(resource).includes(field)) throw invalid([{ field: 'sort', rule: 'choice' }])
  return { field, descending }
}

function filtersOf(resource: Resource, one: (key: string) => string | undefined): Record<string, string> {
  const entries = Object.entries(resource.filters).map(([name, standard]) => {
    const value = one(name) ?? (standard === null ? undefined : String(standard))
    if (value?.includes('\0')) throw malformed()
    return [name, value] as const
  })
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => Boolean(entry[1])))
}
