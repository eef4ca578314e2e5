import { Switch } from '@mantine/core'
import type { FlagField } from '#core/resources/kinds/flag.ts'
import type { InputProps } from './inputProps.ts'

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
