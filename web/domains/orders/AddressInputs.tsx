import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { AddressField } from '#web/domains/people/contacts/AddressField.tsx'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { addressFieldsOf, type Side } from './addressFieldsOf.ts'
import { useDocumentDefaults } from './useDocumentDefaults.ts'

/** A shipping address of the company or the device; its text is copied into the document. */
export function ShippingAddressInput(props: FieldInputProps<typeof transaction_documents>) {
  return <AddressInput {...props} side="ship" list="shipping_addresses" />
}

/** A billing address of the company. */
export function BillingAddressInput(props: FieldInputProps<typeof transaction_documents>) {
  return <AddressInput {...props} side="bill" list="billing_addresses" />
}

interface AddressInputProps extends FieldInputProps<typeof transaction_documents> {
  side: Side
  list: 'shipping_addresses' | 'billing_addresses'
}

function AddressInput({ name, form, isReadOnly, side, list }: AddressInputProps) {
  const { t } = useTranslation()
  const may = useMay()
  const { data, error, refetch } = useDocumentDefaults(form.values)
  const company = data?.company_id ?? null
  const isKnown = Boolean(form.values.device_id || form.values.company_id)
  const chosen = form.values[name]
  return (
    <AddressField
      name={name}
      label={t(`records.transaction_documents.fields.${name}`)}
      error={form.errors[name]}
      isReadOnly={isReadOnly}
      hint={isKnown ? null : t('resources.contacts.company_first')}
      chosen={isKnown && chosen ? Number(chosen) : null}
      source={{
        addresses: data?.[list],
        error,
        onRetry: refetch,
        addTo: company !== null && may('companies.update') ? `/companies/${company}` : null,
      }}
      onChange={(id) => {
        const address = data?.[list].find(({ entity_addresses_id }) => entity_addresses_id === id)
        form.set({ [name]: id ?? '', ...(address && addressFieldsOf(side, address)) })
      }}
    />
  )
}
