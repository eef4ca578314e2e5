import type { ChangesField } from './kinds/changes.ts'
import type { ChoiceField } from './kinds/choice.ts'
import type { ChoicesField } from './kinds/choices.ts'
import type { ColorField } from './kinds/color.ts'
import type { CountryField } from './kinds/country.ts'
import type { CountryCodeField } from './kinds/country_code.ts'
import type { DateField } from './kinds/date.ts'
import type { DatePassedField } from './kinds/date_passed.ts'
import type { DecimalField } from './kinds/decimal.ts'
import type { EmailField } from './kinds/email.ts'
import type { FlagField } from './kinds/flag.ts'
import type { FormFieldsField } from './kinds/form_fields.ts'
import type { FormulaField } from './kinds/formula.ts'
import type { ImageField } from './kinds/image.ts'
import type { InstantField } from './kinds/instant.ts'
import type { IntegerField } from './kinds/integer.ts'
import type { LongTextField } from './kinds/long_text.ts'
import type { MoneyField } from './kinds/money.ts'
import type { NameListField } from './kinds/name_list.ts'
import type { OptionField } from './kinds/option.ts'
import type { OptionRowsField } from './kinds/option_rows.ts'
import type { PhoneField } from './kinds/phone.ts'
import type { PublicIdField } from './kinds/public_id.ts'
import type { ReferenceField } from './kinds/reference.ts'
import type { ReferencesField } from './kinds/references.ts'
import type { RichTextField } from './kinds/rich_text.ts'
import type { RouteField } from './kinds/route.ts'
import type { ScannedCodeField } from './kinds/scanned_code.ts'
import type { SecretField } from './kinds/secret.ts'
import type { SlugField } from './kinds/slug.ts'
import type { StrappingField } from './kinds/strapping.ts'
import type { TextField } from './kinds/text.ts'
import type { TimeField } from './kinds/time.ts'
import type { TimeZoneField } from './kinds/time_zone.ts'
import type { UrlField } from './kinds/url.ts'
import type { UsernameField } from './kinds/username.ts'
import type { WeekWindowsField } from './kinds/week_windows.ts'
import type { WordListField } from './kinds/word_list.ts'

/** The kinds of field. Each has a file of its name in `kinds`, in every tier. */
export interface FieldsByKind {
  text: TextField
  long_text: LongTextField
  email: EmailField
  url: UrlField
  username: UsernameField
  slug: SlugField
  color: ColorField
  time_zone: TimeZoneField
  route: RouteField
  public_id: PublicIdField
  scanned_code: ScannedCodeField
  word_list: WordListField
  rich_text: RichTextField
  country_code: CountryCodeField
  integer: IntegerField
  country: CountryField
  decimal: DecimalField
  money: MoneyField
  flag: FlagField
  date_passed: DatePassedField
  date: DateField
  instant: InstantField
  time: TimeField
  choice: ChoiceField
  option: OptionField
  reference: ReferenceField
  phone: PhoneField
  image: ImageField
  secret: SecretField
  strapping: StrappingField
  week_windows: WeekWindowsField
  name_list: NameListField
  choices: ChoicesField
  references: ReferencesField
  changes: ChangesField
  form_fields: FormFieldsField
  option_rows: OptionRowsField
  formula: FormulaField
}

export type FieldKind = keyof FieldsByKind
export type Field = FieldsByKind[FieldKind]

export type Fields = Readonly<Record<string, Field>>
