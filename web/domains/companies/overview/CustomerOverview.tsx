import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { customers } from '#core/domains/companies/customers.ts'
import { NewPlaceLink } from '#web/domains/devices/list/NewPlaceLink.tsx'
import { MoneyOwed } from '#web/domains/orders/owed/MoneyOwed.tsx'
import { CustomerPrices } from '#web/domains/prices/customer/CustomerPrices.tsx'
import { PlaceDeliveries } from '#web/domains/shipments/deliveries/PlaceDeliveries.tsx'
import { PlaceTanks } from '#web/domains/telemetry/device/PlaceTanks.tsx'
import { useMay } from '#web/platform/session/session.tsx'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import styles from './CustomerOverview.module.css'
import { WhomToCall } from './WhomToCall.tsx'

/** Overview for a call from a customer: tanks, next deliveries, balance, and whom to call back. On phones the answers come before the actions. */
export function CustomerOverview({ record }: { record: ShownRecord<typeof customers> }) {
  const may = useMay()
  const isPhone = useIsPhone()
  const company_id = Number(record.company_id)
  const actions = <Actions company_id={company_id} />
  const owed = may('transaction_documents.read') && <MoneyOwed company_id={company_id} />
  const tanks = may('devices.read') && (
    <PlaceTanks
      of={{ company_id }}
      limit={8}
      list={`/devices?company_id=${company_id}`}
      // A person may work for a vendor.
      hidesEmpty={'people_id' in record}
    />
  )
  const others = (
    <>
      {may('people.read') && <WhomToCall company_id={company_id} />}
      {may('shipment_planners.read') && <PlaceDeliveries company_id={company_id} />}
      {may('transaction_documents.read') && <CustomerPrices company_id={company_id} />}
    </>
  )
  if (isPhone)
    return (
      <Stack gap="md">
        {owed || tanks}
        {actions}
        {owed && tanks}
        {others}
      </Stack>
    )
  return (
    <Stack gap="md">
      {actions}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        {/* A panel directly in the grid would be as high as all others together. */}
        <div className={styles.tanks}>{tanks}</div>
        <Stack gap="md">
          {owed}
          {others}
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}

/** Orders for the customer, and sets up a place. */
function Actions({ company_id }: { company_id: number }) {
  const { t } = useTranslation()
  const may = useMay()
  return (
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
  )
}
