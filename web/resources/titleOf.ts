import i18next from 'i18next'
import type { Resource } from '#core/resources/definition.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { formatDate } from '#web/platform/format.ts'
import type { AnyRecord } from './recordIn.ts'

/** What a record is called; where its title is a reference, what that is called; nothing before it is there. */
export function titleOf(
  { title, calledBy, fields }: Pick<Resource, 'title' | 'calledBy' | 'fields'>,
  record: AnyRecord | undefined,
): string {
  if (!record) return ''
  const told = (name: string) => {
    const value = String(record[titleKey(name)] ?? record[name] ?? '')
    return value && fields[name]?.kind === 'date' ? formatDate(value, i18next) : value
  }
  const parts = (calledBy ?? [title]).map((part) => (part === '→' ? part : told(part)))
  return parts.filter(Boolean).join(' ')
}
