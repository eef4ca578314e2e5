import { useQuery } from '@tanstack/react-query'
import type { listDeliveries } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { request } from '#web/platform/request.ts'

/** What is asked for: a site, a device, a company, or without any of them one's own companies. */
export interface DeliveryQuery {
  site_id?: number
  device_id?: number
  company_id?: number
  limit?: number
}

/** A truck that is on its way comes nearer: how often is asked anew, ms. Changes of a round are told live. */
const SOON = 60_000

/** What comes to a place, and what was brought there. */
export function useDeliveries(query: DeliveryQuery) {
  return useQuery({
    // Below the shipments: whoever changes a round changes what comes.
    queryKey: ['shipment_planners', 'deliveries', query],
    queryFn: ({ signal }) => request<typeof listDeliveries>('GET', '/deliveries', { query, signal }),
    refetchInterval: SOON,
  })
}
