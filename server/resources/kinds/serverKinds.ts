import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { changes } from './changes.ts'
import { choice } from './choice.ts'
import { choices } from './choices.ts'
import { color } from './color.ts'
import { country } from './country.ts'
import { country_code } from './country_code.ts'
import { date } from './date.ts'
import { date_passed } from './date_passed.ts'
import { decimal } from './decimal.ts'
import { email } from './email.ts'
import { flag } from './flag.ts'
import { form_fields } from './form_fields.ts'
import { formula } from './formula.ts'
import { image } from './image.ts'
import { instant } from './instant.ts'
import { integer } from './integer.ts'
import { long_text } from './long_text.ts'
import { money } from './money.ts'
import { name_list } from './name_list.ts'
import { option } from './option.ts'
import { option_rows } from './option_rows.ts'
import { phone } from './phone.ts'
import { public_id } from './public_id.ts'
import { reference } from './reference.ts'
import { references } from './references.ts'
import { rich_text } from './rich_text.ts'
import { route } from './route.ts'
import { scanned_code } from './scanned_code.ts'
import { secret } from './secret.ts'
import type { ServerKind } from './serverKind.ts'
import { slug } from './slug.ts'
import { strapping } from './strapping.ts'
import { text } from './text.ts'
import { time } from './time.ts'
import { time_zone } from './time_zone.ts'
import { url } from './url.ts'
import { username } from './username.ts'
import { week_windows } from './week_windows.ts'
import { word_list } from './word_list.ts'

/** The server's part of every field kind; a missing one does not compile. */
const serverKinds = {
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
} satisfies { [K in FieldKind]: ServerKind<FieldsByKind[K]> }

/** The server's part of a field's kind. */
export function serverKindOf({ kind }: Field): ServerKind<Field> {
  return serverKinds[kind]
}
