import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.ts'
import type { CoreKind } from './coreKind.ts'
import { date } from './date.ts'
import { decimal } from './decimal.ts'
import { flag } from './flag.ts'
import { formula } from './formula.ts'
import { image } from './image.ts'
import { instant } from './instant.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { money } from './money.ts'
import { option } from './option.ts'
import { phone } from './phone.ts'
import { reference } from './reference.ts'
import { secret } from './secret.ts'
import { text } from './text.ts'
import { time } from './time.ts'

/** Every kind of field; what is missing does not compile. */
export const fieldKinds = {
  text,
  integer,
  decimal,
  money,
  flag,
  date,
  instant,
  time,
  choice,
  option,
  reference,
  phone,
  image,
  secret,
  json,
  formula,
} satisfies { [K in FieldKind]: CoreKind<FieldsByKind[K]> }

/** What is known of a field by its kind. */
export function kindOf({ kind }: Field): CoreKind<Field> {
  return fieldKinds[kind]
}
