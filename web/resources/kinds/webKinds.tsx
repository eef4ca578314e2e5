import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import type { FormulaField } from '#core/resources/kinds/formula.ts'
import type { ImageField } from '#core/resources/kinds/image.ts'
import type { OptionField } from '#core/resources/kinds/option.ts'
import type { PhoneField } from '#core/resources/kinds/phone.ts'
import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import { choice } from './choice.tsx'
import { flag } from './flag.tsx'
import { listKinds } from './listKinds.tsx'
import { numberKinds } from './numberKinds.tsx'
import { PlainCell } from './PlainCell.tsx'
import { textFormats, textKinds } from './textKinds.tsx'
import { timeKinds } from './timeKinds.tsx'
import { useOptionList } from './useOptionList.ts'
import type { CellProps, WebKind } from './webKind.ts'

const reference: WebKind<ReferenceField> = {
  Cell: ReferenceCell,
  Change: NumberedChange,
}

function ReferenceCell({ name, record }: CellProps<ReferenceField>) {
  const referred = nameOfReference(record, name)
  return <PlainCell value={referred?.name ?? ''} more={referred?.code} />
}

const option: WebKind<OptionField> = {
  Cell: OptionCell,
}

/** A choice of a list that users maintain, by its name. */
function OptionCell({ field, value }: CellProps<OptionField>) {
  const { data } = useOptionList(field.list)
  return <>{data?.find((one) => one.value === value)?.label ?? String(value)}</>
}

const image: WebKind<ImageField> = {
  Cell: PlainCell,
  Change: NumberedChange,
  hasNoColumn: true,
}

const phone: WebKind<PhoneField> = {
  Cell: PlainCell,
}

const formula: WebKind<FormulaField> = {
  Cell: PlainCell,
  isWide: () => true,
}

/** The view of every kind of field; a missing one does not compile. */
const webKinds = {
  ...textKinds,
  ...numberKinds,
  ...timeKinds,
  ...listKinds,
  flag,
  choice,
  option,
  reference,
  phone,
  image,
  formula,
} satisfies { [K in FieldKind]: WebKind<FieldsByKind[K]> }

/** The view of a field by its format or its kind. */
export function webKindOf(field: Field): WebKind<Field> {
  const format = formatOf(field)
  return (format && textFormats[format]) ?? webKinds[field.kind]
}

/** The name of a record of which only the id is known. */
function NumberedChange({ value }: { value: unknown }) {
  return <span>{`#${value}`}</span>
}
