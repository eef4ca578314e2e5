import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.ts'
import { flag } from './flag.ts'
import { formula } from './formula.ts'
import { image } from './image.ts'
import { listKinds } from './listKinds.ts'
import { numberKinds } from './numberKinds.ts'
import { option } from './option.ts'
import { phone } from './phone.ts'
import { reference } from './reference.ts'
import type { ServerKind } from './serverKind.ts'
import { textKinds } from './textKinds.ts'
import { timeKinds } from './timeKinds.ts'

/** The server's part of every field kind; a missing one does not compile. */
const serverKinds = {
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
} satisfies { [K in FieldKind]: ServerKind<FieldsByKind[K]> }

/** The server's part of a field's kind. */
export function serverKindOf({ kind }: Field): ServerKind<Field> {
  return serverKinds[kind]
}
