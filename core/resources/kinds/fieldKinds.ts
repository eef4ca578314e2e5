import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.ts'
import { color } from './color.ts'
import type { CoreKind } from './coreKind.ts'
import { country_code } from './country_code.ts'
import { date } from './date.ts'
import { decimal } from './decimal.ts'
import { email } from './email.ts'
import { flag } from './flag.ts'
import { formula } from './formula.ts'
import { image } from './image.ts'
import { instant } from './instant.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { long_text } from './long_text.ts'
import { money } from './money.ts'
import { option } from './option.ts'
import { phone } from './phone.ts'
import { public_id } from './public_id.ts'
import { reference } from './reference.ts'
import { rich_text } from './rich_text.ts'
import { route } from './route.ts'
import { scanned_code } from './scanned_code.ts'
import { secret } from './secret.ts'
import { slug } from './slug.ts'
import { text } from './text.ts'
import { time } from './time.ts'
import { time_zone } from './time_zone.ts'
import { url } from './url.ts'
import { username } from './username.ts'
import { word_list } from './word_list.ts'

/** Every kind of field; what is missing does not compile. */
export const fieldKinds = {
  text,
  long_text,
  email,
  url,
  username,
  slug,
  color,
  time_zone,
  route,
  public_id,
  scanned_code,
  word_list,
  rich_text,
  country_code,
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
