import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { findPostalCode } from '#core/domains/people/localeCalls.ts'
import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import type { Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/request.ts'
import { CountryInput } from '#web/resources/form/CountryInput.tsx'
import { RecordInput } from '#web/resources/form/RecordInput.tsx'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'

interface ContactFieldProps {
  resource: Resource
  name: string
  form: RecordForm
  isReadOnly: boolean
}

const ZIP_LENGTH = 5

/** A field of a contact: the country of a number, and places told by their ZIP code. */
export function ContactField({ resource, name, form, isReadOnly }: ContactFieldProps) {
  const { t } = useTranslation()
  const isHome = Number(form.values['country_id']) === HOME_COUNTRY
  switch (name) {
    // Of a phone, the letters follow from the country.
    case 'country_iso_2':
      return null
    case 'country_id':
      return resource.name === 'entity_phones' ? (
        <CountryInput
          shared={{
            label: t('records.entity_phones.fields.country_id'),
            disabled: isReadOnly,
            error: form.errors['country_iso_2'] ?? form.errors['country_id'],
            'data-field': name,
          }}
          by="country_id"
          isRequired
          value={form.values['country_id']}
          set={(country_id) =>
            form.set({ country_id, country_iso_2: countryOfId(Number(country_id))?.country_iso_2 })
          }
        />
      ) : (
        <RecordInput {...{ resource, name, form, isReadOnly }} />
      )
    case 'zip_code':
      return <ZipCode {...{ resource, form, isReadOnly, isHome }} />
    case 'zip_code_ext':
      return isHome ? <RecordInput {...{ resource, name, form, isReadOnly }} /> : null
    default:
      return <RecordInput {...{ resource, name, form, isReadOnly }} />
  }
}

/** Five digits of the United States bring the city and the state. */
function ZipCode({ form, isReadOnly, isHome }: Omit<ContactFieldProps, 'name'> & { isHome: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const typed = useRef('')
  const look = async (zip: string) => {
    const places = await client.fetchQuery({
      queryKey: ['postal_codes', zip],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () =>
        (await request<typeof findPostalCode>('GET', '/locales/postal_codes/:zip', { params: { zip } }))
          .locale_postal_codes,
    })
    const [place] = places
    if (place && typed.current === zip) form.set({ city: place.city, state: place.state })
  }
  return (
    <TextInput
      label={t('records.entity_addresses.fields.zip_code')}
      disabled={isReadOnly}
      error={form.errors['zip_code']}
      withAsterisk
      data-field="zip_code"
      inputMode={isHome ? 'numeric' : 'text'}
      maxLength={isHome ? ZIP_LENGTH : 12}
      value={String(form.values['zip_code'] ?? '')}
      onChange={({ currentTarget: { value } }) => {
        typed.current = value
        form.set({ zip_code: value })
        if (isHome && value.length === ZIP_LENGTH && /^\d+$/.test(value)) void look(value).catch(() => {})
      }}
    />
  )
}
