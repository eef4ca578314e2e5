import { useMemo, useState } from 'react'
import type { Field } from '#core/resources/field.ts'
import { zoneName } from '#web/platform/format/zoneName.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '../selects/SelectInput.tsx'
import type { InputProps } from './inputProps.ts'

/** A time zone. All of them are named when the list opens, as that takes long. */
export function TimeZoneInput({ shared, value, set }: InputProps<Field>) {
  const { language } = useTranslation().i18n
  const chosen = value == null ? '' : String(value)
  const [isOpen, setIsOpen] = useState(false)
  const data = useMemo(() => zones(chosen, isOpen, language), [chosen, isOpen, language])
  return (
    <SelectInput
      {...shared}
      searchable
      data={data}
      value={chosen || null}
      onChange={set}
      onDropdownOpen={() => setIsOpen(true)}
    />
  )
}

/** The chosen zone, even if the runtime has another name for it, and all others if they are shown. */
function zones(chosen: string, all: boolean, language: string) {
  const known = all ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([...(chosen ? [chosen] : []), ...known])]
    .map((value) => ({ value, label: zoneName(value, language) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
}
