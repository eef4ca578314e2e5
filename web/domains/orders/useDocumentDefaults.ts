import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { SavedAddress } from '#core/domains/people/addressSnapshot.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'
import type { FormValues } from '#web/resources/form/useRecordForm.ts'

type Document = RecordOf<typeof transaction_documents>

export interface DocumentDefaults extends Pick<Document, 'company_id' | 'document_date'> {
  currency_id: number | null
  exchange_rate: string | null
  payment_term_id: number | null
  /** In what its company counts volumes. */
  unit_id: number | null
  due_date: string | null
  shipping_addresses: SavedAddress[]
  billing_addresses: SavedAddress[]
}

const KNOWN = ['device_id', 'company_id', 'payment_term_id', 'currency_id', 'document_date'] as const

/** What the server makes of what is known of a document; nothing before its device or its company is chosen. */
export function useDocumentDefaults(values: FormValues) {
  const asked = new URLSearchParams(
    KNOWN.flatMap((name) => (values[name] ? [[name, String(values[name])]] : [])),
  )
  return useQuery<DocumentDefaults>({
    // Under the addresses, which may be added to while the form is open.
    queryKey: ['entity_addresses', 'of document', asked.toString()],
    queryFn: async ({ signal }) =>
      (
        await call<{ document_defaults: DocumentDefaults }>(
          'GET',
          `/transaction_documents/defaults?${asked}`,
          undefined,
          { signal },
        )
      ).document_defaults,
    enabled: Boolean(values['device_id'] || values['company_id']),
    placeholderData: keepPreviousData,
  })
}
