import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import type { DeviceRow } from '#web/resources/tank/DeviceRow.ts'

/** Saves a device: changes to the one with that id, or a new one. */
export function useSaveDevice(device_id: number | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: object) =>
      device_id === null
        ? call<{ device: DeviceRow }>('POST', '/devices', values)
        : call<{ device: DeviceRow }>('PATCH', `/devices/${device_id}`, values),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  })
}
