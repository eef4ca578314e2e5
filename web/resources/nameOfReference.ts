import { nameKey } from '#core/resources/fields/nameKey.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import type { AnyRecord } from './recordIn.ts'

interface ReferenceName {
  name: string
  /** Its code, if its name is another one. */
  code?: string
}

/** The name of a referenced record; undefined if the response does not include it. */
export function nameOfReference(record: AnyRecord, field: string): ReferenceName | undefined {
  const title = record[titleKey(field)]
  const name = record[nameKey(field)]
  if (title == null && name == null) return undefined
  if (name == null || name === title) return { name: String(title) }
  return { name: String(name), ...(title != null && { code: String(title) }) }
}
