import type { people } from '#core/domains/people/people.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { AddressField } from './contacts/AddressField.tsx'
import { CONTACT_TYPES } from './contacts/contactTypes.ts'
import type { ShownAddress } from './contacts/SelectAddressDialog.tsx'
import { useContacts } from './contacts/useContacts.ts'

/** The location of a department: an address of its company. */
export function LocationInput({ name, form, isReadOnly }: FieldInputProps<typeof people>) {
  const { t } = useTranslation()
  const may = useMay()
  const company = form.values.company_id
  const owner = company ? `/companies/${company}` : null
  const { data, error, refetch } = useContacts(CONTACT_TYPES.addresses, owner)
  const chosen = form.values[name]
  return (
    <AddressField
      name={name}
      label={t(`records.departments.fields.${name}`)}
      error={form.errors[name]}
      isReadOnly={isReadOnly}
      hint={owner === null ? t('resources.contacts.company_first') : null}
      chosen={owner !== null && chosen ? Number(chosen) : null}
      source={{
        addresses: data as ShownAddress[] | undefined,
        error,
        onRetry: refetch,
        addTo: may('companies.update') ? owner : null,
      }}
      onChange={(id) => form.set({ [name]: id })}
    />
  )
}
