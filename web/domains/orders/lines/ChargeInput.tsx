import { isSameAmount } from '#core/domains/orders/totals.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { foundKey } from '../useEnteredTaxes.ts'

/** A charge of a document. Where the fees of the seller make another one, it shows that until a user types an amount. */
export function ChargeInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const currency_id = form.values[COMPANY_CURRENCY]
  const value = form.values[name]
  const found = form.values[foundKey(name)]
  const follows =
    typeof found === 'string' && value === form.first[name] && !isSameAmount(found, String(value || '0'))
  return (
    <MoneyInput
      shared={{
        label: t(`records.transaction_documents.fields.${name}`),
        disabled: isReadOnly,
        error: form.errors[name],
        'data-field': name,
        ...(follows && { placeholder: money(found, currency_id) }),
      }}
      value={follows ? '' : value}
      set={(next) => form.set({ [name]: next })}
      currency_id={currency_id}
    />
  )
}
