import type { OptionField } from '#core/resources/kinds/plainKinds.ts'
import { useOptionList } from '#web/resources/kinds/useOptionList.ts'
import { SelectInput } from './SelectInput.tsx'

interface OptionInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  field: OptionField
  value: unknown
  set: (value: unknown) => void
}

/** A choice of a list that users maintain. An archived option stays where it was chosen. */
export function OptionInput({ shared, field, value, set }: OptionInputProps) {
  const { data = [] } = useOptionList(field.list)
  const chosen = value ? String(value) : null
  const isGone = chosen !== null && !data.some((item) => item.value === chosen)
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
