import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  addDelivery,
  judgeRise,
  listTankChanges,
  removeReportedChange,
} from '#core/domains/telemetry/calls.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'

export interface OfPort {
  device_id: number
  device_ports_id: number
}

/**
 * The newest rises and losses of a tank.
 * @param readingAt a new reading may add a rise
 */
export function useTankChanges(params: OfPort, readingAt: string | null) {
  return useQuery({
    queryKey: ['devices', 'changes', params.device_ports_id, readingAt],
    queryFn: reading<typeof listTankChanges>('/devices/:device_id/ports/:device_ports_id/changes', {
      params,
    }),
    select: ({ changes }) => changes,
  })
}

type Judged = SentTo<typeof judgeRise>['body'] & { tank_change_id: number }
type Added = SentTo<typeof addDelivery>['body']

/** States what caused a rise, adds a delivery without a rise, and reverts either. */
export function useEditTankChanges(params: OfPort) {
  const client = useQueryClient()
  // Usage, history and later the forecast depend on it.
  const onSuccess = () => client.invalidateQueries({ queryKey: ['devices'] })
  return {
    judge: useMutation({
      mutationFn: ({ tank_change_id, ...body }: Judged) =>
        request<typeof judgeRise>(
          'POST',
          '/devices/:device_id/ports/:device_ports_id/changes/:tank_change_id',
          { params: { ...params, tank_change_id }, body },
        ),
      onSuccess,
    }),
    add: useMutation({
      mutationFn: (body: Added) =>
        request<typeof addDelivery>('POST', '/devices/:device_id/ports/:device_ports_id/deliveries', {
          params,
          body,
        }),
      onSuccess,
    }),
    takeBack: useMutation({
      mutationFn: (told_change_id: number) =>
        request<typeof removeReportedChange>(
          'DELETE',
          '/devices/:device_id/ports/:device_ports_id/told_changes/:told_change_id',
          { params: { ...params, told_change_id } },
        ),
      onSuccess,
    }),
  }
}
