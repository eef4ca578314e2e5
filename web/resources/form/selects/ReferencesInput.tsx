import type { Resource } from '#core/resources/definition.ts'
import type { ReferencesField } from '#core/resources/kinds/listKinds.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import type { InputProps } from '../inputs/inputProps.ts'
import { MultiSelectInput } from './MultiSelectInput.tsx'

/** Several records of a kind. */
export function ReferencesInput({ to, ...props }: InputProps<ReferencesField>) {
  return to ? <SeveralInput to={to} {...props} /> : null
}

function SeveralInput({ shared, to, value, set, resource }: InputProps<ReferencesField> & { to: Resource }) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  const choices = useChoices(to, useMaySelect()(to, resource), chosen)
  return (
    <MultiSelectInput
      {...shared}
      {...choices}
      searchable
      clearable
      limit={100}
      hidePickedOptions
      value={chosen}
      onChange={(ids) => set(ids.map(Number))}
    />
  )
}
