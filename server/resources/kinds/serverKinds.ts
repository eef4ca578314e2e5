import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { listKinds } from './listKinds.ts'
import { numberKinds } from './numberKinds.ts'
import { plainKinds } from './plainKinds.ts'
import type { ServerKind } from './serverKind.ts'
import { textKinds } from './textKinds.ts'
import { timeKinds } from './timeKinds.ts'

/** The server's part of every field kind; a missing one does not compile. */
const serverKinds = {
  ...textKinds,
  ...numberKinds,
  ...timeKinds,
  ...plainKinds,
  ...listKinds,
} satisfies { [K in FieldKind]: ServerKind<FieldsByKind[K]> }

/** The server's part of a field's kind. */
export function serverKindOf({ kind }: Field): ServerKind<Field> {
  return serverKinds[kind]
}
