import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { listRecomputations, requestRecomputation } from '#core/domains/telemetry/calls.ts'
import { reading, request } from '#web/platform/calls/request.ts'

const keyOf = (device_ports_id: number) => ['recomputations', device_ports_id]

/** The newest recomputations; polled while one is running. */
export function useRecomputations(device_id: number, device_ports_id: number) {
  return useQuery({
    queryKey: keyOf(device_ports_id),
    queryFn: reading<typeof listRecomputations>('/devices/:device_id/ports/:device_ports_id/recomputations', {
      params: { device_id, device_ports_id },
    }),
    select: ({ recomputations }) => recomputations,
    refetchInterval: ({ state }) =>
      ['queued', 'running'].includes(state.data?.recomputations[0]?.status ?? '') ? 2000 : false,
  })
}

export function useRecompute(device_id: number, device_ports_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (from: string) =>
      request<typeof requestRecomputation>('POST', '/devices/:device_id/ports/:device_ports_id/recompute', {
        params: { device_id, device_ports_id },
        body: { from },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(device_ports_id) }),
  })
}
