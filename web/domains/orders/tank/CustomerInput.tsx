import { companies } from '#core/domains/companies/companies.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { type Line, linesAfter } from './tankLines.ts'

/** The customer of an order. On a new order, another customer takes away the tank. */
export function CustomerInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  const { t } = useTranslation()
  const shared = { name, isReadOnly, resource: transaction_documents, to: companies }
  if (!form.isNew) return <RecordInput {...shared} form={form} />
  const set = (changes: FormValues) => {
    if (changes[name] === form.values[name]) return
    const details = linesAfter((form.values.details ?? []) as readonly Line[], [])
    form.set({ ...changes, device_id: null, site_id: null, details })
  }
  return <RecordInput {...shared} form={{ ...form, set }} label={t('orders.customer')} />
}
