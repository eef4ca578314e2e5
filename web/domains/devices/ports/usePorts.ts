import { useQuery } from '@tanstack/react-query'
import type { changePort, listPorts, removePort, savePort } from '#core/domains/devices/calls.ts'
import type { tankSizeFields } from '#core/domains/devices/device_ports.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import { tank_types } from '#core/domains/tanks/tank_types.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useCommand } from '#web/platform/useCommand.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'

export type Port = ResponseOf<typeof listPorts>['device_ports'][number]
export type TankType = Pick<RecordOf<typeof tank_types>, 'tank_type_id' | 'slug' | 'formula'> & {
  label: string
}
export type TankSpec = Pick<
  RecordOf<typeof tank_specs>,
  'tank_spec_id' | 'tank_type_id' | keyof typeof tankSizeFields
> & {
  label: string
}

export function usePorts(device_id: number, isEnabled = true) {
  return useQuery({
    enabled: isEnabled,
    queryKey: ['devices', 'ports', device_id],
    queryFn: reading<typeof listPorts>('/devices/:device_id/ports', { params: { device_id } }),
    select: ({ device_ports }) => device_ports,
  })
}

/** The tank types with their formulas, for users who may set up a port. */
export function useTankTypes() {
  return useOptionRows<TankType>(tank_types)
}

/** The manufacturers' tank sizes. */
export function useTankSpecs() {
  return useOptionRows<TankSpec>(tank_specs)
}

/** Saves changes to a port, or a new one. */
export function useSavePort(device_id: number, port: Port | null) {
  return useCommand(['devices'], (body: Record<string, unknown>) =>
    port
      ? request<typeof changePort>('PATCH', '/devices/:device_id/ports/:device_ports_id', {
          params: { device_id, device_ports_id: port.device_ports_id },
          body,
        })
      : request<typeof savePort>('POST', '/devices/:device_id/ports', { params: { device_id }, body }),
  )
}

export function useRemovePort(device_id: number) {
  return useCommand(['devices'], (port_number: number) =>
    request<typeof removePort>('DELETE', '/devices/:device_id/ports/:port_number', {
      params: { device_id, port_number },
    }),
  )
}
