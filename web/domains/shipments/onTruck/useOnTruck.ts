import { useQuery } from '@tanstack/react-query'
import type { readOnTruck, readShipmentOnTruck } from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { checksDeliveries } from '#core/platform/loginTypes.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'

/** Whether the user may see the papers of a truck: planners and drivers may. */
function useSeesPapers(): boolean {
  const { login_type_id } = useUser()
  return checksDeliveries(login_type_id) || login_type_id === 'driver'
}

/** Contents of a round's compartments; undefined for users who may not see it. */
export function useShipmentOnTruck(shipment_id: number) {
  const isSeen = useSeesPapers()
  return useQuery({
    queryKey: [shipment_planners.name, 'on_truck', shipment_id],
    enabled: isSeen,
    queryFn: reading<typeof readShipmentOnTruck>('/shipment_planner/:shipment_id/on_truck', {
      params: { shipment_id },
    }),
    select: ({ on_truck }) => on_truck,
  })
}

/** Current contents of a vehicle's compartments. */
export function useTruckContents(truck_id: number) {
  return useQuery({
    queryKey: [tanker_trucks.name, 'on_truck', truck_id],
    queryFn: reading<typeof readOnTruck>('/tanker_trucks/:truck_id/on_truck', { params: { truck_id } }),
    select: ({ on_truck }) => on_truck,
  })
}
