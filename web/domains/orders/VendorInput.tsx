import { vendors } from '#core/domains/companies/vendors.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'

/** The vendor of a purchase order; other documents have none. */
export function VendorInput({ name, form, isReadOnly }: FieldInputProps<typeof transaction_documents>) {
  if (form.values.document_type !== 'purchase_order') return null
  return <RecordInput {...{ name, form, isReadOnly }} resource={transaction_documents} to={vendors} />
}
