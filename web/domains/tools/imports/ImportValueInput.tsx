import { TextInput, type TextInputProps } from '@mantine/core'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { ImportLog } from './useImport.ts'

interface ImportValueInputProps
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'size'> {
  /** The values of its field, if it has a list of them. */
  choices: ImportLog['fields'][number]['choices'] | undefined
  value: string | undefined
  isClearable?: boolean
  onChange: (value: string) => void
}

/** A value for a field of an import. */
export function ImportValueInput(props: ImportValueInputProps) {
  const { choices, value, isClearable = false, onChange, ...shared } = props
  return choices ? (
    <SelectInput
      {...shared}
      data={choices.map((choice) => ({ value: choice, label: choice }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable={isClearable}
    />
  ) : (
    <TextInput
      {...shared}
      maxLength={255}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
