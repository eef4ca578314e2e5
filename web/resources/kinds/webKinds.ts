import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.tsx'
import { flag } from './flag.tsx'
import { formula } from './formula.tsx'
import { image } from './image.tsx'
import {
  changes,
  choices,
  form_fields,
  name_list,
  option_rows,
  references,
  strapping,
  week_windows,
} from './listKinds.tsx'
import { country, decimal, integer, money } from './numberKinds.tsx'
import { option } from './option.tsx'
import { phone } from './phone.tsx'
import { reference } from './reference.tsx'
import {
  color,
  country_code,
  email,
  long_text,
  public_id,
  rich_text,
  route,
  scanned_code,
  secret,
  slug,
  text,
  time_zone,
  url,
  username,
  word_list,
} from './textKinds.tsx'
import { date, date_passed, instant, time } from './timeKinds.tsx'
import type { WebKind } from './webKind.ts'

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
