import { Stack } from '@mantine/core'
import { isReceivable, isToDeliver } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { DocumentJournal } from '#web/domains/finance/journal/DocumentJournal.tsx'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { Timeline } from '#web/domains/shipments/timeline/Timeline.tsx'
import { PlaceTanks } from '#web/domains/telemetry/device/PlaceTanks.tsx'
import { useMay } from '#web/platform/session/session.tsx'
import { DocumentTimeline } from '#web/resources/record/DocumentTimeline.tsx'
import { Overbilled } from './credit/Overbilled.tsx'
import { OrderPayments } from './OrderPayments.tsx'

/** Next to a document: the tanks that wait for it, payments, linked documents and timeline. */
export function OrderAside({ record }: { record: OrderRecord }) {
  const may = useMay()
  return (
    <Stack gap="md">
      <Overbilled record={record} />
      {isToDeliver(record) && record.device_id && may('devices.read') && (
        <PlaceTanks of={{ device_id: record.device_id }} limit={1} list="/devices" />
      )}
      {record.document_type === 'invoice' && <OrderPayments record={record} />}
      {record.given_out === 1 && isReceivable(record.document_type) && (
        <DocumentJournal document_id={Number(record.document_id)} />
      )}
      <DocumentTimeline resource={transaction_documents} record={record} />
      <Timeline of={{ document_id: Number(record.document_id) }} changedAt={record.updated_at} />
    </Stack>
  )
}
