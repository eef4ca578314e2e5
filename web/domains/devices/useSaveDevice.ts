import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { devices } from '#core/domains/devices/devices.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { WrittenChangesOf } from '#core/resources/definition.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { request } from '#web/platform/calls/request.ts'

export function useSaveDevice(device_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WrittenChangesOf<typeof devices>) =>
      request<StandardCalls<typeof devices, DeviceRow>['update']>('PATCH', '/devices/:device_id', {
        params: { device_id },
        body,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  })
}
