import { countryOfId, countryOfIso } from '#core/platform/countries.ts'
import type { Issue } from '#core/platform/issue.ts'
import { parsePhone } from '#core/platform/phone.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from './definition.ts'

/** Issues between the fields of a record: by the rules of its kind, of its dates, and of its phone numbers. */
export function recordIssues(resource: Resource, record: Values, before?: Values): Issue[] {
  return [
    ...resource.check(record as never),
    ...dateIssues(resource, record, before),
    ...phoneIssues(resource, record),
  ]
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

/** Phone numbers that are not of the country in another field of the record. */
function phoneIssues({ fields }: Resource, record: Values): Issue[] {
  return Object.entries(fields).flatMap(([name, field]): Issue[] => {
    if (field.kind !== 'phone' || !field.country) return []
    const place = record[field.country] ?? fields[field.country]?.default
    if (place == null) return []
    const country =
      fields[field.country]?.kind === 'country' ? countryOfId(Number(place)) : countryOfIso(String(place))
    if (!country) return [{ field: field.country, rule: 'country' }]
    const number = record[name]
    return number && !parsePhone(String(number), country.country_iso_2)
      ? [{ field: name, rule: 'phone' }]
      : []
  })
}
