import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTRIES, countryName, countryOfIso, HOME_COUNTRY } from '#core/platform/countries.ts'
import { anyPhone, phoneAsTyped } from '#core/platform/phone.ts'
import type { Resource } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'
import { RecordInput } from '../form/RecordInput.tsx'
import type { RecordForm } from '../form/useRecordForm.ts'

interface ContactFieldProps {
  resource: Resource
  name: string
  form: RecordForm
  isReadOnly: boolean
}

/** The countries whose numbers one can type here; another that is stored is shown too. */
const PHONE_COUNTRIES = ['US', 'JP', 'CA', 'MX', 'NZ', 'DE', 'IN', 'BR', 'FR']
const ZIP_LENGTH = 5

/** A field of a contact: countries by name, numbers as their country writes them, places told by their ZIP code. */
export function ContactField({ resource, name, form, isReadOnly }: ContactFieldProps) {
  const { t } = useTranslation()
  const isHome = Number(form.values['country_id']) === HOME_COUNTRY
  const isPhone = resource.name === 'entity_phones'
  const label = t(`records.${resource.name}.fields.${name}`)
  const text = {
    label,
    disabled: isReadOnly,
    error: form.errors[name],
    withAsterisk: resource.fields[name]?.required === true,
    'data-field': name,
    value: String(form.values[name] ?? ''),
  }
  switch (name) {
    case 'country_iso_2':
      return <PhoneCountry {...{ form, isReadOnly }} />
    case 'country_id':
      // Of a phone it follows from the letters.
      return isPhone ? null : <AddressCountry {...{ form, isReadOnly, label }} />
    case 'phone_number':
      return (
        <TextInput
          {...text}
          type="tel"
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => form.set(typedNumber(form, currentTarget))}
        />
      )
    case 'zip_code':
      return <ZipCode text={text} form={form} isHome={isHome} />
    case 'zip_code_ext':
      return isHome ? <RecordInput {...{ resource, name, form, isReadOnly }} /> : null
    default:
      return <RecordInput {...{ resource, name, form, isReadOnly }} />
  }
}

/** Formats while one types at the end; a number with a plus tells its country itself. */
function typedNumber({ values }: RecordForm, input: HTMLInputElement): Record<string, unknown> {
  const before = String(values['phone_number'] ?? '')
  const { value, selectionEnd } = input
  const told = value.startsWith('+') ? anyPhone(value) : undefined
  const country = told?.country && countryOfIso(told.country)
  if (told && country && PHONE_COUNTRIES.includes(country.country_iso_2)) {
    const { country_iso_2, country_id } = country
    return { country_iso_2, country_id, phone_number: told.formatNational() }
  }
  const isAtEnd = selectionEnd === null || selectionEnd === value.length
  const isLonger = value.length > before.length
  return {
    phone_number: isAtEnd && isLonger ? phoneAsTyped(value, String(values['country_iso_2'])) : value,
  }
}

function PhoneCountry({ form, isReadOnly }: Pick<ContactFieldProps, 'form' | 'isReadOnly'>) {
  const { t, i18n } = useTranslation()
  const chosen = String(form.values['country_iso_2'] ?? 'US')
  const known = PHONE_COUNTRIES.includes(chosen) ? PHONE_COUNTRIES : [...PHONE_COUNTRIES, chosen]
  const countries = known.flatMap((iso2) => countryOfIso(iso2) ?? [])
  return (
    <Select
      label={t('records.entity_phones.fields.country_id')}
      disabled={isReadOnly}
      error={form.errors['country_iso_2'] ?? form.errors['country_id']}
      data-field="country_iso_2"
      allowDeselect={false}
      value={chosen}
      data={countries.map((country) => ({
        value: country.country_iso_2,
        label: countryName(country, i18n.language),
      }))}
      onChange={(iso2) => {
        const country = iso2 ? countryOfIso(iso2) : undefined
        if (!country) return
        form.set({ country_iso_2: country.country_iso_2, country_id: country.country_id })
      }}
    />
  )
}

function AddressCountry({
  form,
  isReadOnly,
  label,
}: Pick<ContactFieldProps, 'form' | 'isReadOnly'> & { label: string }) {
  const { i18n } = useTranslation()
  const data = useMemo(
    () =>
      COUNTRIES.map((country) => ({
        value: String(country.country_id),
        label: countryName(country, i18n.language),
      })).sort((one, other) => one.label.localeCompare(other.label, i18n.language)),
    [i18n.language],
  )
  return (
    <Select
      label={label}
      disabled={isReadOnly}
      withAsterisk
      error={form.errors['country_id']}
      data-field="country_id"
      searchable
      allowDeselect={false}
      value={String(form.values['country_id'])}
      data={data}
      onChange={(next) => next && form.set({ country_id: Number(next) })}
    />
  )
}

interface Place {
  city: string
  state: string
}

/** Five digits of the United States bring the city and the state. */
function ZipCode({ text, form, isHome }: { text: object; form: RecordForm; isHome: boolean }) {
  const client = useQueryClient()
  const typed = useRef('')
  const look = async (zip: string) => {
    const places = await client.fetchQuery({
      queryKey: ['postal_codes', zip],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () =>
        (await call<{ locale_postal_codes: Place[] }>('GET', `/locales/postal_codes/${zip}`))
          .locale_postal_codes,
    })
    const [place] = places
    if (place && typed.current === zip) form.set({ city: place.city, state: place.state })
  }
  return (
    <TextInput
      {...text}
      inputMode={isHome ? 'numeric' : 'text'}
      maxLength={isHome ? ZIP_LENGTH : 12}
      onChange={({ currentTarget: { value } }) => {
        typed.current = value
        form.set({ zip_code: value })
        if (isHome && value.length === ZIP_LENGTH && /^\d+$/.test(value)) void look(value).catch(() => {})
      }}
    />
  )
}
