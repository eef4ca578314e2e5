import { useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import type { DeviceRow } from './DeviceRow.ts'

/** One device with all that its profile shows beside the history. */
export function useDevice(device_id: number) {
  return useQuery({
    queryKey: ['devices', 'profile', device_id],
    queryFn: async ({ signal }) =>
      (await call<{ device: DeviceRow }>('GET', `/devices/${device_id}`, undefined, { signal })).device,
  })
}
