import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'

interface CountryInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  /** How the record names a country. */
  by: 'country_id' | 'country_iso_3'
  value: unknown
  set: (value: unknown) => void
  isRequired: boolean
  /** Only these (two letters), and the one that is chosen; without it all of them. */
  only?: readonly string[]
}

/** A country by its name; what is kept is its id or its three letters. */
export function CountryInput({ shared, by, value, set, isRequired, only }: CountryInputProps) {
  const { i18n } = useTranslation()
  const data = useMemo(
    () =>
      COUNTRIES.filter(({ country_iso_2 }) => !only || only.includes(country_iso_2))
        .map((country) => ({
          value: String(country[by]),
          label: countryName(country, i18n.language),
        }))
        .sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [by, i18n.language, only],
  )
  const chosen = value == null || value === '' ? null : String(value).toUpperCase()
  const isUnknown = chosen !== null && !data.some((one) => one.value === chosen)
  return (
    <Select
      {...shared}
      searchable
      clearable={!isRequired}
      allowDeselect={!isRequired}
      data={isUnknown ? [{ value: chosen, label: nameOf(by, chosen, i18n.language) }, ...data] : data}
      value={chosen}
      onChange={(next) => set(next === null ? null : by === 'country_id' ? Number(next) : next)}
    />
  )
}

function nameOf(by: CountryInputProps['by'], value: string, language: string): string {
  const country = COUNTRIES.find((one) => String(one[by]) === value)
  return country ? countryName(country, language) : value
}
