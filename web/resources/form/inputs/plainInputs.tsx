import { Switch, Textarea, TextInput } from '@mantine/core'
import type { HTMLInputTypeAttribute } from 'react'
import type { Field } from '#core/resources/field.ts'
import type { FlagField } from '#core/resources/kinds/plainKinds.ts'
import type { InstantField } from '#core/resources/kinds/timeKinds.ts'
import { fromZoned, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { InputProps } from './inputProps.ts'
import { writtenText } from './writtenText.ts'

interface TypedInputProps extends InputProps<Field> {
  /** None of these types has a validation by the browser. */
  as?: {
    type?: HTMLInputTypeAttribute
    spellCheck?: false
  }
}

/** The input of a field whose value is a single line of text. */
export function TypedInput({ shared, value, set, as }: TypedInputProps) {
  return (
    <TextInput
      {...shared}
      {...as}
      {...writtenText(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** A text of several lines. */
export function LongTextInput({ shared, value, set }: InputProps<Field>) {
  return (
    <Textarea
      {...shared}
      autosize
      minRows={3}
      maxRows={20}
      {...writtenText(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** Yes or no. */
export function FlagInput({ shared, value, set }: InputProps<FlagField>) {
  return (
    <Switch
      label={shared.label}
      description={shared.description}
      disabled={shared.disabled}
      checked={value === 1}
      onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
      data-field={shared['data-field']}
    />
  )
}

/** An instant, typed by the clock of the user's time zone. */
export function InstantInput({ shared, value, set }: InputProps<InstantField>) {
  const { timeZone } = useFormat()
  return (
    <TextInput
      {...shared}
      type="datetime-local"
      value={value ? toZoned(String(value), timeZone).replace(' ', 'T') : ''}
      onChange={({ currentTarget }) =>
        set(currentTarget.value ? fromZoned(currentTarget.value, timeZone) : '')
      }
    />
  )
}
