import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { sites } from '#core/domains/companies/sites.ts'
import type { findPostalCode } from '#core/domains/people/localeCalls.ts'
import { HOME_COUNTRY } from '#core/platform/countries.ts'
import type { Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

const ZIP_LENGTH = 5

/** The ZIP code of an address: five digits in the United States fill in city and state. */
export function ZipCodeInput({ resource, name, form, isReadOnly }: FieldInputProps & { resource: Resource }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const typed = useRef('')
  const isHome = Number(form.values.country_id) === HOME_COUNTRY
  const lookUp = async (zip: string) => {
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
      label={t(`records.${resource.name}.fields.${name}`)}
      disabled={isReadOnly}
      error={form.errors[name]}
      withAsterisk={resource.fields[name]?.required === true}
      data-field={name}
      inputMode={isHome ? 'numeric' : 'text'}
      maxLength={isHome ? ZIP_LENGTH : 12}
      value={String(form.values[name] ?? '')}
      onChange={({ currentTarget: { value } }) => {
        typed.current = value
        form.set({ [name]: value })
        if (isHome && value.length === ZIP_LENGTH && /^\d+$/.test(value)) void lookUp(value).catch(() => {})
      }}
    />
  )
}

export const SiteZipCode = (props: FieldInputProps) => <ZipCodeInput {...props} resource={sites} />
