import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.tsx'
import { date } from './date.tsx'
import { decimal } from './decimal.tsx'
import { flag } from './flag.tsx'
import { formula } from './formula.tsx'
import { image } from './image.tsx'
import { instant } from './instant.tsx'
import { integer } from './integer.tsx'
import { json } from './json.tsx'
import { money } from './money.tsx'
import { option } from './option.tsx'
import { phone } from './phone.tsx'
import { reference } from './reference.tsx'
import { secret } from './secret.tsx'
import { text } from './text.tsx'
import { time } from './time.tsx'
import type { WebKind } from './webKind.ts'

/** Every kind of field as screens know it; what is missing does not compile. */
const webKinds = {
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
} satisfies { [K in FieldKind]: WebKind<FieldsByKind[K]> }

/** What screens know of a field by its kind. */
export function webKindOf({ kind }: Field): WebKind<Field> {
  return webKinds[kind]
}
