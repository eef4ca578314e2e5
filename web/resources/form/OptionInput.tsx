import type { OptionField } from '#core/resources/kinds/option.ts'
import { useOptionList } from '#web/resources/kinds/useOptionList.ts'
import { SelectInput } from './SelectInput.tsx'

interface OptionInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  field: OptionField
  value: unknown
  set: (value: unknown) => void
}

/** One of a list that people keep themselves. What was taken from the list since stays chosen where it is. */
export function OptionInput({ shared, field, value, set }: OptionInputProps) {
  const { data = [] } = useOptionList(field.list)
  const chosen = value ? String(value) : null
  const isGone = chosen !== null && !data.some((one) => one.value === chosen)
  return (
    <SelectInput
      {...shared}
      searchable
      clearable={!field.required}
      data={isGone ? [{ value: chosen, label: chosen }, ...data] : data}
      value={chosen}
      onChange={set}
    />
  )
}
