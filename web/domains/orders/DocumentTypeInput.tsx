import { DOCUMENT_TYPES } from '#core/domains/orders/documentStatus.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

/** The type of a document. Credit notes are made from their invoice. */
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
      data={DOCUMENT_TYPES.filter((one) => one !== 'credit_note' || one === value).map((one) => ({
        value: one,
        label: t(`records.transaction_documents.choices.document_type.${one}`),
      }))}
      onChange={(next) => form.set({ [name]: next })}
    />
  )
}
