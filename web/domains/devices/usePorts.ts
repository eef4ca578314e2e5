import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { device_ports, tankSizeFields } from '#core/domains/devices/device_ports.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import { tank_types } from '#core/domains/tanks/tank_types.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'

export type Port = RecordOf<typeof device_ports> & {
  product_title: string | null
  tank_type_title: string | null
  sensor_type_title: string | null
  template_title: string | null
}
export type TankType = Pick<RecordOf<typeof tank_types>, 'tank_type_id' | 'slug' | 'formula'> & {
  label: string
}
export type TankSpec = Pick<
  RecordOf<typeof tank_specs>,
  'tank_spec_id' | 'tank_type_id' | keyof typeof tankSizeFields
> & {
  label: string
}

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

/** The tank types with their formulas, for whoever may set up a port. */
export function useTankTypes() {
  return useOptionRows<TankType>(tank_types)
}

/** The tanks that manufacturers sell, with their sizes. */
export function useTankSpecs() {
  return useOptionRows<TankSpec>(tank_specs)
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
