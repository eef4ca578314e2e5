import { Textarea } from '@mantine/core'
import type { Field } from '#core/resources/field.ts'
import type { InputProps } from './inputProps.ts'
import { writtenText } from './writtenText.ts'

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
