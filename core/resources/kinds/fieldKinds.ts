import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import type { CoreKind } from './coreKind.ts'
import { listKinds } from './listKinds.ts'
import { numberKinds } from './numberKinds.ts'
import { plainKinds } from './plainKinds.ts'
import { textKinds } from './textKinds.ts'
import { timeKinds } from './timeKinds.ts'

/** All kinds of field; a missing one does not compile. */
export const fieldKinds = {
  ...textKinds,
  ...numberKinds,
  ...timeKinds,
  ...plainKinds,
  ...listKinds,
} satisfies { [K in FieldKind]: CoreKind<FieldsByKind[K]> }

/** The kind of a field. */
export function kindOf({ kind }: Field): CoreKind<Field> {
  return fieldKinds[kind]
}
