import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.tsx'
import { flag } from './flag.tsx'
import { formula } from './formula.tsx'
import { image } from './image.tsx'
import { listKinds } from './listKinds.tsx'
import { numberKinds } from './numberKinds.tsx'
import { option } from './option.tsx'
import { phone } from './phone.tsx'
import { reference } from './reference.tsx'
import { textKinds } from './textKinds.tsx'
import { timeKinds } from './timeKinds.tsx'
import type { WebKind } from './webKind.ts'

/** The view of every kind of field; a missing one does not compile. */
const webKinds = {
  ...textKinds,
  ...numberKinds,
  ...timeKinds,
  ...listKinds,
  flag,
  choice,
  option,
  reference,
  phone,
  image,
  formula,
} satisfies { [K in FieldKind]: WebKind<FieldsByKind[K]> }

/** The view of a field by its kind. */
export function webKindOf({ kind }: Field): WebKind<Field> {
  return webKinds[kind]
}
