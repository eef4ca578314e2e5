import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, LIST_RETRIES } from '#web/platform/api.ts'
import type { DeviceRow } from './DeviceRow.ts'

export interface Page {
  page_num: number
  page_size: number
  total_records: number
  total_is_estimate?: 1
}

export type DeviceQuery = Readonly<Record<string, string | number | undefined>>

/** The query of a list as the wire wants it; what is not asked for is left out. */
export function queryText(query: DeviceQuery): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
}

/** A page of devices with their tanks; the page before stays until the next is there. */
export function useDevices(query: DeviceQuery, isWanted = true) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['devices', 'list', text],
    queryFn: ({ signal }) =>
      call<{ devices: DeviceRow[]; page: Page }>('GET', `/devices?${text}`, undefined, {
        signal,
        retries: LIST_RETRIES,
      }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
}
