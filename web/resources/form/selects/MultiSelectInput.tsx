import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useComboboxBehaviour } from './useComboboxBehaviour.tsx'

/** Several choices of a list, with the search and display of `SelectInput`. */
export function MultiSelectInput(props: MultiSelectProps) {
  const { standard, always } = useComboboxBehaviour(props)
  return <MultiSelect {...standard} {...props} {...always} />
}
