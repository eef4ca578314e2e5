import { Select, type SelectProps } from '@mantine/core'
import { useComboboxBehaviour } from './useComboboxBehaviour.tsx'

/** One of a list. Where one can search, what is typed replaces what was chosen before. */
export function SelectInput(props: SelectProps) {
  const { searchable, onClick, onOptionSubmit } = props
  const { standard, always } = useComboboxBehaviour(props)
  return (
    <Select
      allowDeselect={false}
      {...standard}
      {...props}
      {...always}
      onFocus={(event) => {
        if (searchable) event.currentTarget.select()
        always.onFocus(event)
      }}
      onClick={(event) => {
        if (searchable) event.currentTarget.select()
        onClick?.(event)
      }}
      onOptionSubmit={(value) => {
        const input = document.activeElement
        // What was chosen is shown first, then marked: the next letter begins another search.
        if (searchable && input instanceof HTMLInputElement) setTimeout(() => input.select())
        onOptionSubmit?.(value)
      }}
    />
  )
}
