import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useChoosing } from './useChoosing.tsx'

/** Several of a list, searched and shown as by `SelectInput`. */
export function MultiSelectInput(props: MultiSelectProps) {
  const { standard, always } = useChoosing(props)
  return <MultiSelect {...standard} {...props} {...always} />
}
