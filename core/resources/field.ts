import type { ChoiceField } from './kinds/choice.ts'
import type { DateField } from './kinds/date.ts'
import type { DecimalField } from './kinds/decimal.ts'
import type { FlagField } from './kinds/flag.ts'
import type { FormulaField } from './kinds/formula.ts'
import type { ImageField } from './kinds/image.ts'
import type { InstantField } from './kinds/instant.ts'
import type { IntegerField } from './kinds/integer.ts'
import type { JsonField } from './kinds/json.ts'
import type { MoneyField } from './kinds/money.ts'
import type { OptionField } from './kinds/option.ts'
import type { PhoneField } from './kinds/phone.ts'
import type { ReferenceField } from './kinds/reference.ts'
import type { SecretField } from './kinds/secret.ts'
import type { TextField } from './kinds/text.ts'
import type { TimeField } from './kinds/time.ts'

/** The kinds of field. What each of them is stands in a file of its name in `kinds`, once in every tier. */
export interface FieldsByKind {
  text: TextField
  integer: IntegerField
  decimal: DecimalField
  money: MoneyField
  flag: FlagField
  date: DateField
  instant: InstantField
  time: TimeField
  choice: ChoiceField
  option: OptionField
  reference: ReferenceField
  phone: PhoneField
  image: ImageField
  secret: SecretField
  json: JsonField
  formula: FormulaField
}

export type FieldKind = keyof FieldsByKind
export type Field = FieldsByKind[FieldKind]

export type Fields = Readonly<Record<string, Field>>
