import type { FieldUnit } from '#core/platform/fieldUnit.ts'
import type { UnitSystem } from '#core/platform/units.ts'

interface AnyField {
  required?: true
  default?: string | number
  /** Set by the server alone: shown, never accepted from a client. */
  computed?: true
  /** Case-insensitive, over all records, or within one company. */
  unique?: true | 'company'
  unit?: FieldUnit
  /** The record tells the same in the other unit system too, under another name: a person reads and writes that of their own. */
  unitSystem?: UnitSystem
  /** Read and written by the business itself only; others neither see it nor change it. */
  staffOnly?: true
  /** Stored sealed and answered veiled: never kept in a browser. */
  sealed?: true
  /** Added by the installation: kept by its name in the column `user_fields`, never in one of its own. */
  isUserDefined?: true
  /** What a form says below its input, in place of the help that the texts have. */
  note?: string
  /** Given by whoever makes the record, changed afterwards by the business itself only. */
  staffChanges?: true
}

export interface TextField extends AnyField {
  kind: 'text'
  max: number
  min?: number
  format?:
    | 'email'
    | 'url'
    | 'username'
    | 'slug'
    | 'color'
    | 'time_zone'
    | 'route'
    | 'public_id'
    | 'piped'
    | 'rich'
  multiline?: true
  /** Printed on the thing as a code: it can be scanned into its field, and the code finds the record. */
  scanned?: true
  /** The three letters of a country. */
  country?: true
  /** The name of the user whose id that field holds: who of the business it is, only its own people read. */
  writtenBy?: string
  /** Of a piped list: what its items usually are. Others are accepted. */
  suggests?: readonly string[]
}
export interface IntegerField extends AnyField {
  kind: 'integer'
  /** The id of a country. */
  country?: true
  min?: number
  max?: number
}
export interface DecimalField extends AnyField {
  kind: 'decimal'
  digits: number
  scale: number
  min?: number
  max?: number
  above?: number
  below?: number
  notZero?: true
}
export interface MoneyField extends AnyField {
  kind: 'money'
  digits?: number
  /** Decimals that are stored, where those are not the 3 of an amount; a price of one unit has more. */
  scale?: number
  /** The field that holds its currency, where that is not `currency_id`. */
  currency?: string
}
export interface FlagField extends AnyField {
  kind: 'flag'
  /** Not stored: yes as soon as that date lies before the business's today. Such a field is computed. */
  past?: string
}
export interface DateField extends AnyField {
  kind: 'date'
}
export interface InstantField extends AnyField {
  kind: 'instant'
}
export interface TimeField extends AnyField {
  kind: 'time'
}
/** One of a closed list. Numbers where the wire has numbers, else names. */
export interface ChoiceField extends AnyField {
  kind: 'choice'
  of: readonly string[] | readonly number[]
}
/** One of an options list that people keep themselves. */
export interface OptionField extends AnyField {
  kind: 'option'
  list: string
  max: number
}
export interface ReferenceField extends AnyField {
  kind: 'reference'
  to: string
  /** When it is not given: the writer's own company. */
  own?: true
}
export interface PhoneField extends AnyField {
  kind: 'phone'
  max: number
  /** The field that names its country; the kind's own `check` then judges both together. */
  country?: string
  /** It is a person's mobile number, and is asked for as such. */
  mobile?: true
}
export interface ImageField extends AnyField {
  kind: 'image'
}
/** Written, never answered; stored as its hash. */
export interface SecretField extends AnyField {
  kind: 'secret'
  min: number
  max: number
}
export interface JsonField extends AnyField {
  kind: 'json'
  /** Of an audit entry: what changed, as `Change` has it. */
  shape: 'strapping' | 'names' | 'ids' | 'changes' | 'form_fields' | 'options'
  /** Names of a closed list. */
  of?: readonly string[]
  /** Of ids: the kind of record that they are of. */
  to?: string
}
export interface FormulaField extends AnyField {
  kind: 'formula'
  max: number
}

export type Field =
  | TextField
  | IntegerField
  | DecimalField
  | MoneyField
  | FlagField
  | DateField
  | InstantField
  | TimeField
  | ChoiceField
  | OptionField
  | ReferenceField
  | PhoneField
  | ImageField
  | SecretField
  | JsonField
  | FormulaField

export type Fields = Readonly<Record<string, Field>>
