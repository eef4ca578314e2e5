import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeviceRow } from '#web/domains/telemetry/tank/DeviceRow.ts'
import { call } from '#web/platform/api.ts'

/** Saves changes to a device. */
export function useSaveDevice(device_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: object) => call<{ device: DeviceRow }>('PATCH', `/devices/${device_id}`, values),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  })
}
