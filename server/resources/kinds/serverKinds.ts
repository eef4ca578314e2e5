import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.ts'
import { flag } from './flag.ts'
import { formula } from './formula.ts'
import { image } from './image.ts'
import {
  changes,
  choices,
  form_fields,
  name_list,
  option_rows,
  references,
  strapping,
  week_windows,
} from './listKinds.ts'
import { country, decimal, integer, money } from './numberKinds.ts'
import { option } from './option.ts'
import { phone } from './phone.ts'
import { reference } from './reference.ts'
import type { ServerKind } from './serverKind.ts'
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
} from './textKinds.ts'
import { date, date_passed, instant, time } from './timeKinds.ts'

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
