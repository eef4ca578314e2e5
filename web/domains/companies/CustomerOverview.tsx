import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { customers } from '#core/domains/companies/customers.ts'
import { NewPlaceLink } from '#web/domains/devices/list/NewPlaceLink.tsx'
import { MoneyOwed } from '#web/domains/orders/owed/MoneyOwed.tsx'
import { CustomerPrices } from '#web/domains/prices/customer/CustomerPrices.tsx'
import { PlaceDeliveries } from '#web/domains/shipments/deliveries/PlaceDeliveries.tsx'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { PlaceTanks } from './PlaceTanks.tsx'
import { WhomToCall } from './WhomToCall.tsx'

/** What matters when a customer calls: tanks, next deliveries, balance, and whom to call back. */
export function CustomerOverview({ record }: { record: ShownRecord<typeof customers> }) {
  const { t } = useTranslation()
  const may = useMay()
  const company_id = Number(record.company_id)
  return (
    <Stack gap="md">
      <Group gap="xs">
        {may('transaction_documents.create') && (
          <Button
            component={Link}
            to={`/order?company_id=${company_id}`}
            leftSection={<IconFilePlus size={16} aria-hidden />}
          >
            {t('companies.new_order')}
          </Button>
        )}
        <NewPlaceLink company_id={company_id} />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        {/* A panel directly in the grid would be as high as all others together. */}
        <div>
          {may('devices.read') && (
            <PlaceTanks of={{ company_id }} limit={8} list={`/customers/profile/${company_id}/devices`} />
          )}
        </div>
        <Stack gap="md">
          {may('transaction_documents.read') && <MoneyOwed company_id={company_id} />}
          {may('people.read') && <WhomToCall company_id={company_id} />}
          {may('shipment_planners.read') && <PlaceDeliveries company_id={company_id} />}
          {may('transaction_documents.read') && <CustomerPrices company_id={company_id} />}
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}
