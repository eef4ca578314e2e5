import { Text } from '@mantine/core'
import { onBoardAfter } from '#core/domains/shipments/onTruck/leftByProduct.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { VolumeUnits } from '../loading/useVolumeUnits.ts'
import { useShipmentOnTruck } from '../onTruck/useOnTruck.ts'
import { Vessels } from '../Vessels.tsx'

interface LeftInCompartmentsProps {
  shipment_id: number
  volumes: VolumeUnits
}

/** The compartments with their rest after a finished round; nothing where that is unknown. */
export function LeftInCompartments({ shipment_id, volumes }: LeftInCompartmentsProps) {
  const { t } = useTranslation()
  const { data } = useShipmentOnTruck(shipment_id)
  const compartments = data?.compartments ?? []
  const rests = compartments.map(onBoardAfter)
  if (rests.length === 0 || rests.includes(null)) return null
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {t('shipments.result.compartments')}
      </Text>
      <Vessels
        volumes={volumes}
        vessels={compartments.map(({ compartment, capacity_liters }, index) => ({
          ...{ number: compartment, capacity: capacity_liters },
          filled: Math.max(0, rests[index] ?? 0),
        }))}
      />
    </div>
  )
}
