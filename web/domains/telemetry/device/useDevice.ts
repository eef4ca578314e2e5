import { skipToken, useQuery } from '@tanstack/react-query'
import type { devices } from '#core/domains/devices/devices.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import type { DeviceRow } from './DeviceRow.ts'

/** One device with all data of its profile except the history; idle without an id. */
export function useDevice(device_id: number | undefined) {
  return useQuery({
    queryKey: ['devices', 'profile', device_id],
    queryFn:
      device_id === undefined
        ? skipToken
        : async ({ signal }) =>
            (
              await request<StandardCalls<typeof devices, DeviceRow>['read']>('GET', '/devices/:device_id', {
                params: { device_id },
                signal,
              })
            ).device,
  })
}
