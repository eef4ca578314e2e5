import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.ts'
import type { CoreKind } from './coreKind.ts'
import { flag } from './flag.ts'
import { formula } from './formula.ts'
import { image } from './image.ts'
import { listKinds } from './listKinds.ts'
import { numberKinds } from './numberKinds.ts'
import { option } from './option.ts'
import { phone } from './phone.ts'
import { reference } from './reference.ts'
import { textKinds } from './textKinds.ts'
import { timeKinds } from './timeKinds.ts'

/** All kinds of field; a missing one does not compile. */
export const fieldKinds = {
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
} satisfies { [K in FieldKind]: CoreKind<FieldsByKind[K]> }

/** The kind of a field. */
export function kindOf({ kind }: Field): CoreKind<Field> {
  return fieldKinds[kind]
}
