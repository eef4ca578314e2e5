import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KEPT_PARTS, type SavedAddress } from '#core/domains/people/keptAddress.ts'
import type { FieldInputProps } from '#web/resources/recordKind.ts'
import { useDocumentDefaults } from './useDocumentDefaults.ts'

/** One of the addresses where the company or the device is shipped to; its text is copied into the document. */
export function ShippingAddressInput(props: FieldInputProps) {
  const defaults = useDocumentDefaults(props.form.values)
  return <AddressInput {...props} side="ship" addresses={defaults?.shipping_addresses ?? []} />
}

/** One of the company's addresses for bills. */
export function BillingAddressInput(props: FieldInputProps) {
  const defaults = useDocumentDefaults(props.form.values)
  return <AddressInput {...props} side="bill" addresses={defaults?.billing_addresses ?? []} />
}

interface AddressInputProps extends FieldInputProps {
  side: 'ship' | 'bill'
  addresses: readonly SavedAddress[]
}

function AddressInput({ name, form, isReadOnly, side, addresses }: AddressInputProps) {
  const { t } = useTranslation()
  const chosen = form.values[name]
  const known = addresses.some(({ entity_addresses_id }) => entity_addresses_id === Number(chosen))
  return (
    <Select
      label={t(`records.transaction_documents.fields.${name}`)}
      placeholder={t(addresses.length > 0 ? 'orders.choose_address' : 'orders.no_addresses')}
      disabled={isReadOnly || addresses.length === 0}
      error={form.errors[name]}
      data-field={name}
      clearable
      data={addresses.map((address) => ({
        value: String(address.entity_addresses_id),
        label: lineOf(address),
      }))}
      value={known ? String(chosen) : null}
      onChange={(value) => {
        const address = addresses.find(({ entity_addresses_id }) => String(entity_addresses_id) === value)
        form.set({ [name]: address?.entity_addresses_id ?? '', ...(address && written(side, address)) })
      }}
    />
  )
}

/** An address as the fields of one side of a document. */
export function written(side: 'ship' | 'bill', address: SavedAddress): Record<string, string> {
  return Object.fromEntries(KEPT_PARTS.map((part) => [`${side}_${part}`, address[part] ?? '']))
}

function lineOf({ location_label, address1, city, state }: SavedAddress): string {
  return [location_label, address1, city, state].filter(Boolean).join(', ')
}
