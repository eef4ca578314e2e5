import type { Resource } from '#core/resources/definition.ts'
import type { ReferenceField } from '#core/resources/kinds/reference.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { chosenOf } from './chosenOf.ts'
import type { InputProps } from './inputProps.ts'
import { SelectInput } from './SelectInput.tsx'

/** A record of another kind, by its name. */
export function ReferenceInput({ to, ...props }: InputProps<ReferenceField>) {
  return to ? <OptionsInput to={to} {...props} /> : null
}

function OptionsInput({
  shared,
  resource,
  name,
  field,
  form,
  to,
  value,
  set,
}: InputProps<ReferenceField> & { to: Resource }) {
  const chosen = chosenOf(value)
  const choices = useChoices(to, useMaySelect()(to, resource), chosen === null ? [] : [chosen])
  // What the record names now keeps its name where it can no longer be chosen, or not by everybody.
  const title = form.first[titleKey(name)]
  const named = title ? { value: String(form.first[name]), label: String(title) } : null
  const isKnown = !named || choices.data.some((one) => one.value === named.value)
  return (
    <SelectInput
      {...shared}
      {...choices}
      data={isKnown ? choices.data : [named, ...choices.data]}
      searchable
      clearable={field.required !== true}
      value={chosen}
      onChange={(next) => set(next === null ? null : Number(next))}
    />
  )
}
