import { useQuery } from '@tanstack/react-query'
import type { listDocumentTaxes } from '#core/domains/finance/taxCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

export type DocumentTax = ResponseOf<typeof listDocumentTaxes>['taxes'][number]

/** The taxes of a saved document by line; none of a new one and of a purchase order. */
export function useDocumentTaxes(record: AnyRecord | null): readonly DocumentTax[] {
  const document_id = Number(record?.['document_id'])
  const { data } = useQuery({
    queryKey: ['transaction_documents', 'taxes', document_id, record?.['updated_at']],
    enabled: record?.['tax_total'] != null && record['document_type'] !== 'purchase_order',
    queryFn: reading<typeof listDocumentTaxes>('/transaction_documents/:document_id/taxes', {
      params: { document_id },
    }),
    select: ({ taxes }) => taxes,
  })
  return data ?? []
}
