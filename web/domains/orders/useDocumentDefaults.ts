import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readDocumentDefaults } from '#core/domains/orders/calls.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import type { FormValues } from '#web/resources/form/issuesIn.ts'

export type DocumentDefaults = ResponseOf<typeof readDocumentDefaults>['document_defaults']
type Query = NonNullable<SentTo<typeof readDocumentDefaults>['query']>

const KNOWN = ['device_id', 'company_id', 'payment_term_id', 'currency_id', 'document_date'] as const

/** The server's defaults for a document, after its device or company is chosen. */
export function useDocumentDefaults(values: FormValues) {
  const filled: Query = Object.fromEntries(
    KNOWN.flatMap((name) => (values[name] ? [[name, String(values[name])]] : [])),
  )
  return useQuery({
    // Below the addresses, which may be added to while the form is open.
    queryKey: ['entity_addresses', 'of document', filled],
    queryFn: reading<typeof readDocumentDefaults>('/transaction_documents/defaults', { query: filled }),
    select: ({ document_defaults }) => document_defaults,
    enabled: Boolean(values['device_id'] || values['company_id']),
    placeholderData: keepPreviousData,
  })
}
