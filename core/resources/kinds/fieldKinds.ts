import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { choice } from './choice.ts'
import type { CoreKind } from './coreKind.ts'
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

/** All kinds of field; a missing one does not compile. */
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
} satisfies { [K in FieldKind]: CoreKind<FieldsByKind[K]> }

/** The kind of a field. */
export function kindOf({ kind }: Field): CoreKind<Field> {
  return fieldKinds[kind]
}
