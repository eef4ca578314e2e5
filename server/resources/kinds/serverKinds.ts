import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.ts'
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
import type { ServerKind } from './serverKind.ts'
import { text } from './text.ts'
import { time } from './time.ts'

/** Every kind of field as the server alone knows it; what is missing does not compile. */
const serverKinds = {
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
} satisfies { [K in FieldKind]: ServerKind<FieldsByKind[K]> }

/** What the server knows of a field by its kind. */
export function serverKindOf({ kind }: Field): ServerKind<Field> {
  return serverKinds[kind]
}
