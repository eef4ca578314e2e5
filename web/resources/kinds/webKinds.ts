import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { changes } from './changes.tsx'
import { choice } from './choice.tsx'
import { choices } from './choices.tsx'
import { color } from './color.tsx'
import { country } from './country.tsx'
import { country_code } from './country_code.tsx'
import { date } from './date.tsx'
import { date_passed } from './date_passed.tsx'
import { decimal } from './decimal.tsx'
import { email } from './email.tsx'
import { flag } from './flag.tsx'
import { form_fields } from './form_fields.tsx'
import { formula } from './formula.tsx'
import { image } from './image.tsx'
import { instant } from './instant.tsx'
import { integer } from './integer.tsx'
import { long_text } from './long_text.tsx'
import { money } from './money.tsx'
import { name_list } from './name_list.tsx'
import { option } from './option.tsx'
import { option_rows } from './option_rows.tsx'
import { phone } from './phone.tsx'
import { public_id } from './public_id.tsx'
import { reference } from './reference.tsx'
import { references } from './references.tsx'
import { rich_text } from './rich_text.tsx'
import { route } from './route.tsx'
import { scanned_code } from './scanned_code.tsx'
import { secret } from './secret.tsx'
import { slug } from './slug.tsx'
import { strapping } from './strapping.tsx'
import { text } from './text.tsx'
import { time } from './time.tsx'
import { time_zone } from './time_zone.tsx'
import { url } from './url.tsx'
import { username } from './username.tsx'
import type { WebKind } from './webKind.ts'
import { week_windows } from './week_windows.tsx'
import { word_list } from './word_list.tsx'

/** The view of every kind of field; a missing one does not compile. */
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
  country,
  decimal,
  money,
  flag,
  date_passed,
  date,
  instant,
  time,
  choice,
  option,
  reference,
  phone,
  image,
  secret,
  strapping,
  week_windows,
  name_list,
  choices,
  references,
  changes,
  form_fields,
  option_rows,
  formula,
} satisfies { [K in FieldKind]: WebKind<FieldsByKind[K]> }

/** The view of a field by its kind. */
export function webKindOf({ kind }: Field): WebKind<Field> {
  return webKinds[kind]
}
