import type { Resource } from '#core/resources/definition.ts'
import { fieldOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { webKindOf } from './webKinds.tsx'

interface FieldTextProps {
  resource: Resource
  name: string
  record: AnyRecord
}

/** A field's value as in lists: as text, with its unit, instants as relative times. */
export function FieldText({ resource, name, record }: FieldTextProps) {
  const field = fieldOf(resource, name)
  const value = record[name]
  const isEmpty = value === null || value === undefined || value === ''
  // A reference may have a title only.
  if (isEmpty && !isReference(field)) return null
  const { Cell } = webKindOf(field)
  return <Cell {...{ resource, name, field, record, value }} />
}
