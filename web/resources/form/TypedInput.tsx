import { TextInput } from '@mantine/core'
import type { HTMLInputTypeAttribute } from 'react'
import type { Field } from '#core/resources/field.ts'
import type { InputProps } from './inputProps.ts'
import { writtenText } from './writtenText.ts'

interface TypedInputProps extends InputProps<Field> {
  /** None of these types makes the browser complain by itself. */
  as?: {
    type?: HTMLInputTypeAttribute
    spellCheck?: false
  }
}

/** The input of a field whose value is a text of one line. */
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
