import type { ChoiceField } from './kinds/choice.ts'
import type { FlagField } from './kinds/flag.ts'
import type { FormulaField } from './kinds/formula.ts'
import type { ImageField } from './kinds/image.ts'
import type {
  ChangesField,
  ChoicesField,
  FormFieldsField,
  NameListField,
  OptionRowsField,
  ReferencesField,
  StrappingField,
  WeekWindowsField,
} from './kinds/listKinds.ts'
import type { CountryField, DecimalField, IntegerField, MoneyField } from './kinds/numberKinds.ts'
import type { OptionField } from './kinds/option.ts'
import type { PhoneField } from './kinds/phone.ts'
import type { ReferenceField } from './kinds/reference.ts'
import type {
  ColorField,
  CountryCodeField,
  EmailField,
  LongTextField,
  PublicIdField,
  RichTextField,
  RouteField,
  ScannedCodeField,
  SecretField,
  SlugField,
  TextField,
  TimeZoneField,
  UrlField,
  UsernameField,
  WordListField,
} from './kinds/textKinds.ts'
import type { DateField, DatePassedField, InstantField, TimeField } from './kinds/timeKinds.ts'

/** The kinds of field. Each has an export of its name in `kinds`, in every tier. */
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
