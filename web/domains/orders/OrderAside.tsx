import { Stack } from '@mantine/core'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { DocumentTimeline } from '#web/resources/record/DocumentTimeline.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { OrderPayments } from './OrderPayments.tsx'

/** What stands beside a document: its payments, and what hangs together with it. */
export function OrderAside({ record }: { record: AnyRecord }) {
  return (
    <Stack gap="md">
      {record['document_type'] === 'invoice' && <OrderPayments record={record} />}
      <DocumentTimeline resource={transaction_documents} record={record} />
    </Stack>
  )
}
