import type { Field } from '#core/resources/field.ts'
import type { InputProps } from './inputProps.ts'
import { SelectInput } from './SelectInput.tsx'

/** A time zone by its name. */
export function TimeZoneInput({ shared, value, set }: InputProps<Field>) {
  const chosen = value == null ? '' : String(value)
  return <SelectInput {...shared} searchable data={timeZones(chosen)} value={chosen || null} onChange={set} />
}

/** The runtime's zones, and the one that is chosen even where the runtime calls it by another name. */
function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return chosen === '' || known.includes(chosen) ? known : [chosen, ...known]
}
