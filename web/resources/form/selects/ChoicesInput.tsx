import { useTranslation } from 'react-i18next'
import type { ChoicesField } from '#core/resources/kinds/listKinds.ts'
import type { InputProps } from '../inputs/inputProps.ts'
import { MultiSelectInput } from './MultiSelectInput.tsx'

/** Several choices of a closed list. */
export function ChoicesInput({ shared, resource, name, field, value, set }: InputProps<ChoicesField>) {
  const { t } = useTranslation()
  return (
    <MultiSelectInput
      {...shared}
      clearable
      searchable
      value={Array.isArray(value) ? (value as string[]) : []}
      data={field.of.map((one) => ({
        value: one,
        label: t(`records.${resource.name}.choices.${name}.${one}`, String(one)),
      }))}
      onChange={set}
    />
  )
}
