import { Text } from '@mantine/core'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { NumberField } from '#web/ui/NumberField.tsx'

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
