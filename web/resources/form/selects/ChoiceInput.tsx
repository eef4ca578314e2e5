import type { ChoicesField } from '#core/resources/kinds/listKinds.ts'
import type { ChoiceField } from '#core/resources/kinds/plainKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { InputProps } from '../inputs/inputProps.ts'
import { chosenOf } from './chosenOf.ts'
import { MultiSelectInput } from './MultiSelectInput.tsx'
import { SelectInput } from './SelectInput.tsx'

/** A choice of a closed list, by its name in the user's language. */
export function ChoiceInput({ shared, resource, name, field, value, set }: InputProps<ChoiceField>) {
  const { t } = useTranslation()
  return (
    <SelectInput
      {...shared}
      clearable={!field.required && field.default === undefined}
      value={chosenOf(value)}
      data={field.of.map((item) => ({
        value: String(item),
        label: t(`records.${resource.name}.choices.${name}.${item}`, String(item)),
      }))}
      onChange={(next) => set(next !== null && typeof field.of[0] === 'number' ? Number(next) : next)}
    />
  )
}

/** Several choices of a closed list. */
export function ChoicesInput({
  shared,
  resource,
  name,
  field,
  value,
  set,
}: InputProps<ChoicesField, string[] | '' | null>) {
  const { t } = useTranslation()
  return (
    <MultiSelectInput
      {...shared}
      clearable
      searchable
      value={value || []}
      data={field.of.map((item) => ({
        value: item,
        label: t(`records.${resource.name}.choices.${name}.${item}`, String(item)),
      }))}
      onChange={set}
    />
  )
}
