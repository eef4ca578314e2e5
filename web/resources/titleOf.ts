import i18next from 'i18next'
import type { Resource } from '#core/resources/definition.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { formatDate } from '#web/platform/format/format.ts'
import type { AnyRecord } from './recordIn.ts'

/** The name of a record; if its title is a reference, the name of that record; undefined until loaded. */
export function titleOf(
  { title, fields, naming: { calledBy } }: Pick<Resource, 'title' | 'naming' | 'fields'>,
  record: AnyRecord | undefined,
): string {
  if (!record) return ''
  const nameOf = (name: string) => {
    const value = String(record[titleKey(name)] ?? record[name] ?? '')
    return value && fields[name]?.kind === 'date' ? formatDate(value, i18next) : value
  }
  const parts = (calledBy ?? [title]).map((part) => (part === '→' ? part : nameOf(part)))
  return parts.filter(Boolean).join(' ')
}
