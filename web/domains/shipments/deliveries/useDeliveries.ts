import { useQuery } from '@tanstack/react-query'
import type { listDeliveries } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { reading } from '#web/platform/calls/request.ts'

/** A site, a device, a company, or without any of them the user's own companies. */
export interface DeliveryQuery {
  site_id?: number
  device_id?: number
  company_id?: number
  limit?: number
}

/** Polling interval for expected arrivals, ms. Changes of a round are updated live. */
const POLL_MS = 60_000

export function useDeliveries(query: DeliveryQuery) {
  return useQuery({
    // Below the shipments: a change of a round changes its deliveries.
    queryKey: ['shipment_planners', 'deliveries', query],
    queryFn: reading<typeof listDeliveries>('/deliveries', { query }),
    refetchInterval: POLL_MS,
  })
}
