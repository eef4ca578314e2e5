import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { companies } from '#core/domains/companies/companies.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import { DOCUMENT_TYPES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useOwedText } from './owed/MoneyOwed.tsx'
import { type Line, linesAfter } from './tank/tankLines.ts'

export { BillingAddressInput, ShippingAddressInput } from './AddressInputs.tsx'
export { CreditReasonInput } from './CreditReasonInput.tsx'
export { ChargeInput } from './lines/ChargeInput.tsx'
export { TankInput } from './tank/TankInput.tsx'
export { WishedDateInput } from './WishedDateInput.tsx'

/** The type of a document. Credit notes are created from their invoice. */
export function DocumentTypeInput({ name, form, isReadOnly }: FieldInputProps) {
  const { t } = useTranslation()
  const value = String(form.values[name] ?? 'sales_order')
  return (
    <SelectInput
      label={t(`records.transaction_documents.fields.${name}`)}
      disabled={isReadOnly}
      error={form.errors[name]}
      withAsterisk
      data-field={name}
      value={value}
      data={DOCUMENT_TYPES.filter((type) => type !== 'credit_note' || type === value).map((type) => ({
        value: type,
        label: t(`records.transaction_documents.choices.document_type.${type}`),
      }))}
      onChange={(next) => form.set({ [name]: next })}
    />
  )
}

/** The vendor of a purchase order; other documents have none. */
export function VendorInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  if (form.values.document_type !== 'purchase_order') return null
  return <RecordInput {...{ name, form, isReadOnly }} resource={transaction_documents} to={vendors} />
}

/** The discount of a document: an amount in the company's currency, or a percentage. */
export function DiscountInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const shared = {
    label: t(`records.transaction_documents.fields.${name}`),
    disabled: isReadOnly,
    error: form.errors[name],
    withAsterisk: true,
    'data-field': name,
  }
  const value = form.values[name]
  const set = (next: unknown) => form.set({ [name]: next })
  if (form.values.discount_type !== 'P') {
    return <MoneyInput {...{ shared, value, set }} currency_id={form.values[COMPANY_CURRENCY]} />
  }
  return <NumberField {...shared} rightSection={<Text size="xs">%</Text>} value={value} onChange={set} />
}

/** The customer of an order. On a new order, choosing another customer clears the tank. */
export function CustomerInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const shared = { name, isReadOnly, resource: transaction_documents, to: companies }
  const owed = useOwedText(form.isNew && form.values.company_id ? Number(form.values.company_id) : undefined)
  const start = useFocusOnce(form.isNew && !form.values.company_id)
  if (!form.isNew) return <RecordInput {...shared} form={form} />
  const set = (changes: FormValues) => {
    if (changes[name] === form.values[name]) return
    const details = linesAfter((form.values.details ?? []) as readonly Line[], [])
    form.set({ ...changes, device_id: null, site_id: null, details })
  }
  return (
    <div ref={start}>
      <RecordInput {...shared} form={{ ...form, set }} label={t('orders.customer')} description={owed} />
    </div>
  )
}

/** Focuses the input inside when the form opens; not on phones, where a keyboard would cover the form. */
function useFocusOnce(isFirst: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const isWanted = useRef(isFirst && !isPhone)
  useEffect(() => {
    if (isWanted.current) ref.current?.querySelector('input')?.focus()
  }, [])
  return ref
}
