import { nameKey } from '#core/resources/nameKey.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { AnyRecord } from './recordIn.ts'

interface ReferenceName {
  name: string
  /** Its code, where people call it otherwise. */
  code?: string
}

/** What the record that a field refers to is called; nothing where it is not told. */
export function nameOfReference(record: AnyRecord, field: string): ReferenceName | undefined {
  const title = record[titleKey(field)]
  const name = record[nameKey(field)]
  if (title == null && name == null) return undefined
  if (name == null || name === title) return { name: String(title) }
  return { name: String(name), ...(title != null && { code: String(title) }) }
}
