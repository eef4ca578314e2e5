import type { ChoiceField } from './kinds/choice.ts'
import type { FlagField } from './kinds/flag.ts'
import type { FormulaField } from './kinds/formula.ts'
import type { ImageField } from './kinds/image.ts'
import type { ListFields } from './kinds/listKinds.ts'
import type { NumberFields } from './kinds/numberKinds.ts'
import type { OptionField } from './kinds/option.ts'
import type { PhoneField } from './kinds/phone.ts'
import type { ReferenceField } from './kinds/reference.ts'
import type { TextFields } from './kinds/textKinds.ts'
import type { TimeFields } from './kinds/timeKinds.ts'

/** The kinds of field. Each has an entry of its name in `kinds`, in every tier. */
export interface FieldsByKind extends TextFields, NumberFields, TimeFields, ListFields {
  flag: FlagField
  choice: ChoiceField
  option: OptionField
  reference: ReferenceField
  phone: PhoneField
  image: ImageField
  formula: FormulaField
}

export type FieldKind = keyof FieldsByKind
export type Field = FieldsByKind[FieldKind]

export type Fields = Readonly<Record<string, Field>>
