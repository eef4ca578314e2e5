import type { Issue } from '#core/platform/issue.ts'
import type { Resource } from './definition.ts'

type Values = Readonly<Record<string, unknown>>

/** Issues between the fields of a record: by the rules of its kind, and of its dates. */
export function recordIssues(resource: Resource, record: Values, before?: Values): Issue[] {
  return [...(resource.check?.(record as never) ?? []), ...dateIssues(resource, record, before)]
}

/**
 * Dates before the date that they must not precede.
 * @param before the stored record: two unchanged dates are not judged again
 */
export function dateIssues({ fields }: Resource, record: Values, before: Values = {}): Issue[] {
  return Object.entries(fields).flatMap(([name, field]): Issue[] => {
    if (field.kind !== 'date' || !field.notBefore) return []
    const { field: start, rule = 'before_start' } = field.notBefore
    const [from, to] = [record[start], record[name]]
    if (!from || !to || String(to) >= String(from)) return []
    return before[start] === from && before[name] === to ? [] : [{ field: name, rule }]
  })
}
