import { Select, type SelectProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { NEW_CHOICE, useComboboxBehaviour } from './useComboboxBehaviour.tsx'

/** Stands below the choices: it makes a new one. */
export interface NewChoice {
  label: string
  /** Told what was searched for. */
  onChoose: (typed: string) => void
}

interface SelectInputProps extends SelectProps {
  newChoice?: NewChoice | undefined
}

/**
 * One of a list. Where one can search, what is typed replaces what was chosen before. What may be left open is cleared by
 * Backspace or Delete on its whole text: by a person's key only, for what is set from elsewhere empties the text as well.
 */
export function SelectInput({ newChoice, ...given }: SelectInputProps) {
  const props = newChoice ? withNewChoice(given, newChoice) : given
  const { searchable, clearable, value, disabled, readOnly, onChange, onClick, onKeyDown, onOptionSubmit } =
    props
  const isClearable = clearable && value != null && !disabled && !readOnly
  const { standard, always } = useComboboxBehaviour({
    ...props,
    onKeyDown: (event) => {
      if (isClearable && isClearing(event)) {
        event.preventDefault()
        // As Mantine's own button does.
        onChange?.(null, null as never)
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
        // What was chosen is shown first, then marked: the next letter begins another search.
        if (searchable && input instanceof HTMLInputElement) setTimeout(() => input.select())
        onOptionSubmit?.(value)
      }}
    />
  )
}

/** Whether a key takes away all of the text that there is. One cannot write into a list without a search. */
function isClearing({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): boolean {
  if (key !== 'Backspace' && key !== 'Delete') return false
  return input.readOnly || (input.selectionStart === 0 && input.selectionEnd === input.value.length)
}

/** The same list with a last choice that is no value of it. */
function withNewChoice(props: SelectProps, { label, onChoose }: NewChoice): SelectProps {
  const { data = [], value, onChange } = props
  const all: readonly unknown[] = data
  const own = all.find(
    (one) => typeof one === 'object' && one !== null && 'value' in one && one.value === value,
  )
  return {
    ...props,
    data: [...data, { value: NEW_CHOICE, label }] as SelectProps['data'],
    onChange: (next, option) => {
      if (next !== NEW_CHOICE) return onChange?.(next, option)
      const input = document.activeElement
      const typed = input instanceof HTMLInputElement ? input.value.trim() : ''
      onChoose(typed === (own as { label?: string } | undefined)?.label ? '' : typed)
    },
  }
}
