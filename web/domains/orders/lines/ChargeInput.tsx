import { useState } from 'react'
import { isSameAmount } from '#core/domains/orders/totals.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { beforeKey, foundKey } from '../useEnteredTaxes.ts'

/** A charge of a document. Unless a user types an amount, it is empty and shows the sum of the seller's fees. */
export function ChargeInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const [isTyped, setIsTyped] = useState(false)
  const currency_id = form.values[COMPANY_CURRENCY]
  const { [name]: value, [foundKey(name)]: found, [beforeKey(name)]: before } = form.values
  // Text that is not a number stays as typed.
  const isBefore = (amount: unknown) =>
    typeof before === 'string' &&
    Number.isFinite(Number(amount)) &&
    isSameAmount(String(amount || '0'), before)
  const isEmpty = !isTyped && (value === '' || (typeof found === 'string' && isBefore(value)))
  // A charge that is sent unchanged follows the fees.
  const emptied = isBefore(form.first[name]) ? form.first[name] : (before ?? '')
  return (
    <MoneyInput
      shared={{
        label: t(`records.transaction_documents.fields.${name}`),
        disabled: isReadOnly,
        error: form.errors[name],
        'data-field': name,
        ...(isEmpty && typeof found === 'string' && { placeholder: money(found, currency_id) }),
        onBlur: () => setIsTyped(false),
      }}
      value={isEmpty ? '' : value}
      set={(next) => {
        setIsTyped(next !== '')
        form.set({ [name]: next === '' ? emptied : next })
      }}
      currency_id={currency_id}
    />
  )
}
