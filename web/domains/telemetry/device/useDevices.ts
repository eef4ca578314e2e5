import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { devices } from '#core/domains/devices/devices.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { LIST_RETRIES } from '#web/platform/calls/api.ts'
import { reading } from '#web/platform/calls/request.ts'
import type { DeviceRow } from './DeviceRow.ts'

export type DeviceQuery = Readonly<Record<string, string | number | undefined>>

/** The query of a list on the wire, without empty values. */
export function queryOf(query: DeviceQuery): Record<string, string> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** The query as text of an address. */
export function queryText(query: DeviceQuery): string {
  return new URLSearchParams(queryOf(query)).toString()
}

/** A page of devices with their tanks; the previous page stays until the next has loaded. */
export function useDevices(query: DeviceQuery, isEnabled = true) {
  const text = queryText(query)
  return useQuery({
    queryKey: ['devices', 'list', text],
    queryFn: reading<StandardCalls<typeof devices, DeviceRow>['list']>('/devices', {
      query: queryOf(query),
      retries: LIST_RETRIES,
    }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}
