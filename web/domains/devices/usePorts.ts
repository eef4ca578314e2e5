import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { device_ports } from '#core/domains/devices/device_ports.ts'
import type { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import type { tank_types } from '#core/domains/tanks/tank_types.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'

export type Port = RecordOf<typeof device_ports> & {
  product_title: string | null
  tank_type_title: string | null
  sensor_type_title: string | null
  template_title: string | null
}
export type TankType = RecordOf<typeof tank_types>
export type TankSpec = RecordOf<typeof tank_specs>

export function usePorts(device_id: number) {
  return useQuery({
    queryKey: ['devices', 'ports', device_id],
    queryFn: async ({ signal }) =>
      (
        await call<{ device_ports: Port[] }>('GET', `/devices/${device_id}/ports`, undefined, {
          signal,
        })
      ).device_ports,
  })
}

/** The tank types with their formulas; nothing for those who may not read them. */
export function useTankTypes() {
  return useQuery({
    queryKey: ['tank_types', 'whole'],
    queryFn: async ({ signal }) =>
      (await call<{ tank_types: TankType[] }>('GET', '/tank_types?page_size=0', undefined, { signal }))
        .tank_types,
    staleTime: 5 * 60_000,
  })
}

export function useTankSpecs() {
  return useQuery({
    queryKey: ['tank_specs', 'whole'],
    queryFn: async ({ signal }) =>
      (await call<{ tank_specs: TankSpec[] }>('GET', '/tank_specs?page_size=0', undefined, { signal }))
        .tank_specs,
    staleTime: 5 * 60_000,
  })
}

/** Saves a port of a device: changes to one that is there, or a new one. */
export function useSavePort(device_id: number, port: Port | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: object) =>
      port
        ? call<{ device_port: Port }>('PATCH', `/devices/${device_id}/ports/${port.device_ports_id}`, values)
        : call<{ device_port: Port }>('POST', `/devices/${device_id}/ports`, values),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  })
}

export function useRemovePort(device_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (port_number: number) => call('DELETE', `/devices/${device_id}/ports/${port_number}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  })
}
