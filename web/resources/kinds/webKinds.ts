import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.tsx'
import { color } from './color.tsx'
import { country_code } from './country_code.tsx'
import { date } from './date.tsx'
import { decimal } from './decimal.tsx'
import { email } from './email.tsx'
import { flag } from './flag.tsx'
import { formula } from './formula.tsx'
import { image } from './image.tsx'
import { instant } from './instant.tsx'
import { integer } from './integer.tsx'
import { json } from './json.tsx'
import { long_text } from './long_text.tsx'
import { money } from './money.tsx'
import { option } from './option.tsx'
import { phone } from './phone.tsx'
import { public_id } from './public_id.tsx'
import { reference } from './reference.tsx'
import { rich_text } from './rich_text.tsx'
import { route } from './route.tsx'
import { scanned_code } from './scanned_code.tsx'
import { secret } from './secret.tsx'
import { slug } from './slug.tsx'
import { text } from './text.tsx'
import { time } from './time.tsx'
import { time_zone } from './time_zone.tsx'
import { url } from './url.tsx'
import { username } from './username.tsx'
import type { WebKind } from './webKind.ts'
import { word_list } from './word_list.tsx'

/** Every kind of field as screens know it; what is missing does not compile. */
const webKinds = {
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
} satisfies { [K in FieldKind]: WebKind<FieldsByKind[K]> }

/** What screens know of a field by its kind. */
export function webKindOf({ kind }: Field): WebKind<Field> {
  return webKinds[kind]
}
