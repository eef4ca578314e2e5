import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { CountryInput } from '#web/resources/form/selects/CountryInput.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { ZipCodeInput } from './ZipCodeInput.tsx'

interface ContactFieldProps {
  resource: Resource
  name: string
  form: RecordForm
  isReadOnly: boolean
}

/** A field of a contact: the country of a number, and places filled in by their ZIP code. */
export function ContactField({ resource, name, form, isReadOnly }: ContactFieldProps) {
  const { t } = useTranslation()
  const isHome = Number(form.values.country_id) === HOME_COUNTRY
  switch (name) {
    // Derived from the country of a phone.
    case 'country_iso_2':
      return null
    case 'country_id':
      return resource.name === 'entity_phones' ? (
        <CountryInput
          shared={{
            label: t('records.entity_phones.fields.country_id'),
            disabled: isReadOnly,
            error: form.errors.country_iso_2 ?? form.errors.country_id,
            'data-field': name,
          }}
          by="country_id"
          isRequired
          value={form.values.country_id}
          set={(country_id) =>
            form.set({ country_id, country_iso_2: countryOfId(Number(country_id))?.country_iso_2 })
          }
        />
      ) : (
        <RecordInput {...{ resource, name, form, isReadOnly }} />
      )
    case 'zip_code':
      return <ZipCodeInput {...{ resource, name, form, isReadOnly }} />
    case 'zip_code_ext':
      return isHome ? <RecordInput {...{ resource, name, form, isReadOnly }} /> : null
    default:
      return <RecordInput {...{ resource, name, form, isReadOnly }} />
  }
}
