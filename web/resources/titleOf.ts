import type { Resource } from '#core/resources/definition.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { AnyRecord } from './recordIn.ts'

/** What a record is called; where its title is a reference, what that is called; nothing before it is there. */
export function titleOf({ title }: Pick<Resource, 'title'>, record: AnyRecord | undefined): string {
  return String(record?.[titleKey(title)] ?? record?.[title] ?? '')
}
