import { useTranslation } from 'react-i18next'
import { AddressInput } from '#web/resources/contacts/AddressInput.tsx'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'

/** Where a department is: one of the addresses of its company. */
export function LocationInput({
  name,
  form,
  isReadOnly,
}: {
  name: string
  form: RecordForm
  isReadOnly: boolean
}) {
  const { t } = useTranslation()
  const shared = {
    label: t(`records.departments.fields.${name}`),
    error: form.errors[name],
    disabled: isReadOnly,
  }
  return <AddressInput {...{ shared, name, form }} isRequired={false} />
}
