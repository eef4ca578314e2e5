import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useComboboxBehaviour } from './useComboboxBehaviour.tsx'

/** Several of a list, searched and shown as by `SelectInput`. */
export function MultiSelectInput(props: MultiSelectProps) {
  const { standard, always } = useComboboxBehaviour(props)
  return <MultiSelect {...standard} {...props} {...always} />
}
