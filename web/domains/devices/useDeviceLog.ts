import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { listRawUplinks } from '#core/domains/telemetry/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'

export type Uplink = ResponseOf<typeof listRawUplinks>['device_logs'][number]

export function useDeviceLog(device_id: number, page: number, page_size: number) {
  return useQuery({
    queryKey: ['devices', 'log', device_id, page, page_size],
    queryFn: reading<typeof listRawUplinks>('/devices/:device_id/lt14_log', {
      params: { device_id },
      query: { page_num: page, page_size },
    }),
    placeholderData: keepPreviousData,
  })
}
