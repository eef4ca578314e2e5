import { SimpleGrid, Stack } from '@mantine/core'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordsWidget } from '#web/resources/RecordsWidget.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { TruckOnTruck } from './OnTruck.tsx'
import { TruckRound } from './TruckRound.tsx'

/** Overview of a truck: its contents and its next destinations. */
export function TruckOverview({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const may = useMay()
  const truck_id = Number(record[tanker_trucks.id])
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
      <TruckOnTruck truck_id={truck_id} />
      {may('shipment_planners.read') && (
        <Stack gap="md">
          <TruckRound truck_id={truck_id} driver_id={record.driver_id} />
          <RecordsWidget
            title={t('shipments.truck_round.last')}
            resource={shipment_planners}
            list={`/shipment_planners?truck_id=${truck_id}`}
            sort="-load_date"
            filters={{ truck_id: String(truck_id), dashboard: '' }}
            more={['load_date', 'delivered_by']}
          />
        </Stack>
      )}
    </SimpleGrid>
  )
}
