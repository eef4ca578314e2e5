import { TextInput } from '@mantine/core'
import type { HTMLInputTypeAttribute } from 'react'
import type { Field } from '#core/resources/field.ts'
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
