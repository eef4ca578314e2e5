import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { listNeeds, listRounds } from '#core/domains/dispatch/calls.ts'
import type { NeedRank } from '#core/domains/dispatch/judgeNeed.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { reading } from '#web/platform/calls/request.ts'

export interface NeedFilter {
  day?: string | undefined
  rank?: NeedRank | undefined
  search?: string | undefined
  company_id?: number | undefined
  product_id?: number | undefined
  tag_id?: number | undefined
  device_id?: number | undefined
  page_size: number
}

/** Polling interval for needs, as levels change all the time, ms. Rounds are updated live. */
const POLL_MS = 60_000

/** The needs of a day, the most urgent first. */
export function useNeeds(query: NeedFilter) {
  return useQuery({
    // Below the shipments: what is put on a truck is no longer needed.
    queryKey: [shipment_planners.name, 'dispatch_needs', query],
    queryFn: reading<typeof listNeeds>('/dispatch/needs', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

/** The trucks and rounds of a day. */
export function useRounds(day: string | undefined) {
  return useQuery({
    queryKey: [shipment_planners.name, 'dispatch_rounds', day],
    queryFn: reading<typeof listRounds>('/dispatch/rounds', { query: { day } }),
    placeholderData: keepPreviousData,
  })
}
