import { TextInput } from '@mantine/core'
import type { InstantField } from '#core/resources/kinds/timeKinds.ts'
import { fromZoned, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { InputProps } from './inputProps.ts'

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
