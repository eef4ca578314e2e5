import { SimpleGrid } from '@mantine/core'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { useMay } from '#web/platform/session/session.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { TruckOnTruck } from './OnTruck.tsx'
import { TruckRound } from './TruckRound.tsx'

/** What a truck is opened for: what is on it, and where it goes next. */
export function TruckOverview({ record }: { record: AnyRecord }) {
  const may = useMay()
  const truck_id = Number(record[tanker_trucks.id])
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
      <TruckOnTruck truck_id={truck_id} />
      <div>
        {may('shipment_planners.read') && <TruckRound truck_id={truck_id} driver_id={record.driver_id} />}
      </div>
    </SimpleGrid>
  )
}
