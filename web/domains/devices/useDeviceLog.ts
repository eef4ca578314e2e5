import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Page } from '#web/domains/telemetry/tank/useDevices.ts'
import { call } from '#web/platform/api.ts'

export interface Uplink {
  uplink_id: number
  received_at: string
  door: 'http' | 'mqtt'
  accepted: number
  duplicates: number
  refused: number
  body: unknown
  outcome: { index: number | null; reason: string }[] | null
}

/** The raw uplinks of a device, newest first. */
export function useDeviceLog(device_id: number, page: number, page_size: number) {
  return useQuery({
    queryKey: ['devices', 'log', device_id, page, page_size],
    queryFn: ({ signal }) =>
      call<{ device_logs: Uplink[]; page: Page }>(
        'GET',
        `/devices/${device_id}/lt14_log?page_num=${page}&page_size=${page_size}`,
        undefined,
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}
