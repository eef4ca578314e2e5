import type { Field } from '#core/resources/field.ts'
import type { InputProps } from '../inputs/inputProps.ts'
import { SelectInput } from './SelectInput.tsx'

/** A time zone by its name. */
export function TimeZoneInput({ shared, value, set }: InputProps<Field>) {
  const chosen = value == null ? '' : String(value)
  return <SelectInput {...shared} searchable data={timeZones(chosen)} value={chosen || null} onChange={set} />
}

/** The runtime's zones, and the chosen one even if the runtime has another name for it. */
function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return chosen === '' || known.includes(chosen) ? known : [chosen, ...known]
}
