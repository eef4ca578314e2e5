import { Group, Paper, SimpleGrid, Stack } from '@mantine/core'
import { sites } from '#core/domains/companies/sites.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { permissionFor } from '#core/resources/definition.ts'
import { NewPlaceLink } from '#web/domains/devices/list/NewPlaceLink.tsx'
import { MoneyOwed } from '#web/domains/orders/owed/MoneyOwed.tsx'
import { PlaceDeliveries } from '#web/domains/shipments/deliveries/PlaceDeliveries.tsx'
import { PlaceTanks } from '#web/domains/telemetry/device/PlaceTanks.tsx'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordImage } from '#web/resources/image/RecordImage.tsx'
import { RecordsWidget } from '#web/resources/RecordsWidget.tsx'
import { FieldValues } from '#web/resources/record/FieldValues.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useMover } from '#web/resources/useMover.ts'
import { GateCode } from './GateCode.tsx'

/** Customer, address, contact and delivery hours of a site. */
const SITE_FACTS = ['company_id', 'address1', 'city', 'contact_name', 'contact_phone', 'delivery_windows']

/** Overview of a site: the levels of its tanks, what its company owes, its deliveries, then its gate code and open orders. */
export function SiteOverview({ record }: { record: ShownRecord<typeof sites> }) {
  const { t } = useTranslation()
  const may = useMay()
  const isPhone = useIsPhone()
  const mover = useMover()
  const mayBill = mayDecideOrders(mover) && mover.may('transaction_documents.read')
  const { login_type_id } = useUser()
  const filters = { site_id: String(record.site_id) }
  const open = [
    { resource: transaction_documents, more: ['document_type', 'due_date'] },
    { resource: work_orders, more: ['wo_requested_by'] },
  ].filter(
    ({ resource }) =>
      may(permissionFor(resource, 'read')) && resource.loginTypes.some((type) => type === login_type_id),
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
      <Stack gap="md">
        {may('devices.read') && (
          <PlaceTanks
            of={{ site_id: Number(record.site_id) }}
            limit={20}
            list={`/site/${record.site_id}/devices`}
          />
        )}
        {/* A phone shows no facts above the tabs. */}
        {isPhone && (
          <Paper p="md">
            <FieldValues resource={sites} names={SITE_FACTS} record={record} isLine />
          </Paper>
        )}
        <Group>
          <NewPlaceLink company_id={record.company_id} site_id={record.site_id} />
        </Group>
      </Stack>
      <Stack gap="md">
        {mayBill && <MoneyOwed company_id={Number(record.company_id)} company={record.company_title} />}
        {may('shipment_planners.read') && <PlaceDeliveries site_id={Number(record.site_id)} />}
        <GateCode record={record} />
        {open.map(({ resource, more }) => (
          <RecordsWidget
            key={resource.name}
            title={t(`records.${resource.name}.label`)}
            list={`/site/${record.site_id}/${resource.name}`}
            {...{ resource, more, filters }}
          />
        ))}
        <RecordImage resource={sites} record={record} field="picture_id" name="picture" />
      </Stack>
    </SimpleGrid>
  )
}
