import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { listKinds } from './listKinds.tsx'
import { numberKinds } from './numberKinds.tsx'
import { plainKinds } from './plainKinds.tsx'
import { textFormats, textKinds } from './textKinds.tsx'
import { timeKinds } from './timeKinds.tsx'
import type { WebKind } from './webKind.ts'

/** The view of every kind of field; a missing one does not compile. */
const webKinds = {
  ...textKinds,
  ...numberKinds,
  ...timeKinds,
  ...plainKinds,
  ...listKinds,
} satisfies { [K in FieldKind]: WebKind<FieldsByKind[K]> }

/** The view of a field by its format or its kind. */
export function webKindOf(field: Field): WebKind<Field> {
  const format = formatOf(field)
  return (format && textFormats[format]) ?? webKinds[field.kind]
}
