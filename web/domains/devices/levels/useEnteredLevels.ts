import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { enterLevel, listEnteredLevels, removeEnteredLevel } from '#core/domains/telemetry/calls.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import type { OfPort } from './useTankChanges.ts'

const keyOf = ({ device_ports_id }: OfPort) => ['entered_levels', device_ports_id]

/** The newest entered levels of a tank. */
export function useEnteredLevels(params: OfPort) {
  return useQuery({
    queryKey: keyOf(params),
    queryFn: reading<typeof listEnteredLevels>('/devices/:device_id/ports/:device_ports_id/levels', {
      params,
    }),
    select: ({ levels }) => levels,
  })
}

type Entered = SentTo<typeof enterLevel>['body']

/** Enters a level or removes one. */
export function useChangeLevels(params: OfPort) {
  const client = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(params) }),
      client.invalidateQueries({ queryKey: ['devices'] }),
    ])
  return {
    enter: useMutation({
      mutationFn: (body: Entered) =>
        request<typeof enterLevel>('POST', '/devices/:device_id/ports/:device_ports_id/levels', {
          params,
          body,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (entered_level_id: number) =>
        request<typeof removeEnteredLevel>(
          'DELETE',
          '/devices/:device_id/ports/:device_ports_id/levels/:entered_level_id',
          { params: { ...params, entered_level_id } },
        ),
      onSuccess,
    }),
  }
}
