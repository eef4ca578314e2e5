import { useMemo } from 'react'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from './SelectInput.tsx'

interface CountryInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  /** The field by which the record refers to a country. */
  by: 'country_id' | 'country_iso_3'
  value: unknown
  set: (value: unknown) => void
  isRequired: boolean
}

/** A country by its name; its value is the id or the three-letter code. */
export function CountryInput({ shared, by, value, set, isRequired }: CountryInputProps) {
  const { i18n } = useTranslation()
  const data = useMemo(
    () =>
      COUNTRIES.map((country) => ({
        value: String(country[by]),
        label: countryName(country, i18n.language),
      })).sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [by, i18n.language],
  )
  const chosen = value == null || value === '' ? null : String(value).toUpperCase()
  const isUnknown = chosen !== null && !data.some((item) => item.value === chosen)
  return (
    <SelectInput
      {...shared}
      searchable
      clearable={!isRequired}
      data={isUnknown ? [{ value: chosen, label: chosen }, ...data] : data}
      value={chosen}
      onChange={(next) => set(next === null ? null : by === 'country_id' ? Number(next) : next)}
    />
  )
}
