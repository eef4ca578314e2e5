import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface ChoiceSelectProps<V extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  data: readonly { value: V; label: string }[]
  /** Undefined if there is nothing to choose. */
  value: V | undefined
  onChange: (value: V) => void
}

/** The browser's own select over a closed list: its value is one of its choices. */
export function ChoiceSelect<V extends string>({ data, value, onChange, ...props }: ChoiceSelectProps<V>) {
  return (
    <NativeSelect
      {...props}
      data={[...data]}
      value={value ?? ''}
      onChange={(event) => {
        const chosen = data.find((item) => item.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    />
  )
}
