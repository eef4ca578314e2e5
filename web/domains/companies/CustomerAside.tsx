import { useTranslation } from 'react-i18next'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { permissionFor } from '#core/resources/definition.ts'
import { NewPlaceLink } from '#web/domains/devices/list/NewPlaceLink.tsx'
import { useMay } from '#web/platform/session.tsx'
import { RecordsWidget } from '#web/resources/RecordsWidget.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** What is under way for a company, beside what is known of it: its open documents and shipments. */
export function CustomerAside({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const may = useMay()
  const profile = `/customers/profile/${record['company_id']}`
  const asked = { company_id: String(record['company_id']) }
  const open = [
    { resource: transaction_documents, more: ['document_type', 'total_amount', 'due_date'] },
    { resource: shipment_planners, more: ['load_date', 'delivered_by'] },
  ].filter(({ resource }) => may(permissionFor(resource, 'read')))
  return (
    <>
      <NewPlaceLink company_id={record['company_id']} />
      {open.map(({ resource, more }) => (
        <RecordsWidget
          key={resource.name}
          title={t(`records.${resource.name}.label`)}
          list={`${profile}/${resource.name}`}
          {...{ resource, more, asked }}
        />
      ))}
    </>
  )
}
