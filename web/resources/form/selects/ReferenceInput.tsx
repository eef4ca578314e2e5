import type { Resource } from '#core/resources/definition.ts'
import type { ReferenceField } from '#core/resources/kinds/plainKinds.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import type { InputProps } from '../inputs/inputProps.ts'
import { chosenOf } from './chosenOf.ts'
import { SelectInput } from './SelectInput.tsx'
import { useNewChoice } from './useNewChoice.ts'

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
  const { ofCompany } = field
  const owner = ofCompany && form.values[ofCompany.field]
  const choices = useChoices(to, useMaySelect()(to, resource), chosen === null ? [] : [chosen], {
    ...field.narrowed,
    ...(ofCompany && owner ? ownerFilter(ofCompany.reach, String(owner)) : {}),
  })
  // The referenced record keeps its name even if it can no longer be chosen, or not by this user.
  const known = nameOfReference(form.first, name)
  const named = known?.name ? { value: String(form.first[name]), label: known.name } : null
  const isKnown = !named || choices.data.some((item) => item.value === named.value)
  const company_id = form.values.company_id
  return (
    <SelectInput
      {...shared}
      {...choices}
      newChoice={useNewChoice(to, { company_id, set })}
      data={isKnown ? choices.data : [named, ...choices.data]}
      searchable
      clearable={field.required !== true}
      value={chosen}
      onChange={(next) => set(next === null ? null : Number(next))}
    />
  )
}

/** Filter by the owner’s company; `line` has none, so that records of companies above are offered too. */
function ownerFilter(reach: 'same' | 'below' | 'line', owner: string): Record<string, string> {
  if (reach === 'line') return {}
  return reach === 'same' ? { of_company: owner } : { within_company: owner }
}
