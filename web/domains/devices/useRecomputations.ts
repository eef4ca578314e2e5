import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Recomputation } from '#core/domains/telemetry/recomputation.ts'
import { call } from '#web/platform/api.ts'

const keyOf = (device_ports_id: number) => ['recomputations', device_ports_id]
const pathOf = (device_id: number, device_ports_id: number) =>
  `/devices/${device_id}/ports/${device_ports_id}`

/** The newest of them; asked for often while one is under way. */
export function useRecomputations(device_id: number, device_ports_id: number) {
  return useQuery({
    queryKey: keyOf(device_ports_id),
    queryFn: async ({ signal }) =>
      (
        await call<{ recomputations: Recomputation[] }>(
          'GET',
          `${pathOf(device_id, device_ports_id)}/recomputations`,
          undefined,
          { signal },
        )
      ).recomputations,
    refetchInterval: ({ state }) =>
      ['queued', 'running'].includes(state.data?.[0]?.status ?? '') ? 2000 : false,
  })
}

export function useRecompute(device_id: number, device_ports_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (from: string) => call('POST', `${pathOf(device_id, device_ports_id)}/recompute`, { from }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(device_ports_id) }),
  })
}
