import { useTranslation } from 'react-i18next'
import type { Field } from '#core/resources/field.ts'
import type { InputProps } from './inputProps.ts'
import { MultiSelectInput } from './MultiSelectInput.tsx'

/** Several of a closed list. */
export function ChoicesInput({
  shared,
  resource,
  name,
  of,
  value,
  set,
}: InputProps<Field> & { of: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <MultiSelectInput
      {...shared}
      clearable
      searchable
      value={Array.isArray(value) ? (value as string[]) : []}
      data={of.map((one) => ({
        value: one,
        label: t(`records.${resource.name}.choices.${name}.${one}`, String(one)),
      }))}
      onChange={set}
    />
  )
}
