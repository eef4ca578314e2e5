import { Select, type SelectProps } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { NEW_CHOICE, useComboboxBehaviour } from './useComboboxBehaviour.tsx'

/** The entry below the choices that creates a new one. */
export interface NewChoice {
  label: string
  /** Called with the search text. */
  onChoose: (typed: string) => void
}

interface SelectInputProps<V extends string = string>
  extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  newChoice?: NewChoice | undefined
  data?: SelectProps<V>['data']
  value?: V | null | undefined
  onChange?: ((value: V | null) => void) | undefined
}

/**
 * A choice of a list. With a search, typing replaces the current choice. Backspace or Delete on the whole text clears an
 * optional choice: only by a user's key, as a value set from outside empties the text as well.
 */
export function SelectInput<V extends string = string>(props: SelectInputProps<V>): ReactNode
export function SelectInput({ newChoice, ...rest }: SelectInputProps): ReactNode {
  const props = newChoice ? withNewChoice(rest, newChoice) : rest
  const { searchable, clearable, value, disabled, readOnly, onChange, onClick, onKeyDown, onOptionSubmit } =
    props
  const isClearable = clearable && value != null && !disabled && !readOnly
  const { standard, always } = useComboboxBehaviour({
    ...props,
    onKeyDown: (event) => {
      if (isClearable && isClearing(event)) {
        event.preventDefault()
        onChange?.(null)
      }
      onKeyDown?.(event)
    },
  })
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
        // The choice is shown first, then selected: the next letter starts another search.
        if (searchable && input instanceof HTMLInputElement) setTimeout(() => input.select())
        onOptionSubmit?.(value)
      }}
    />
  )
}

/** Whether a key deletes the whole text. A list without a search cannot be typed into. */
function isClearing({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): boolean {
  if (key !== 'Backspace' && key !== 'Delete') return false
  return input.readOnly || (input.selectionStart === 0 && input.selectionEnd === input.value.length)
}

/** The list with a last entry that is not one of its values. */
function withNewChoice(props: SelectInputProps, { label, onChoose }: NewChoice): SelectInputProps {
  const { data = [], value, onChange } = props
  const [own] = data.flatMap((item) =>
    typeof item === 'object' && 'value' in item && item.value === value ? [item.label] : [],
  )
  return {
    ...props,
    data: [...data, { value: NEW_CHOICE, label }],
    onChange: (next) => {
      if (next !== NEW_CHOICE) return onChange?.(next)
      const input = document.activeElement
      const typed = input instanceof HTMLInputElement ? input.value.trim() : ''
      onChoose(typed === own ? '' : typed)
    },
  }
}
