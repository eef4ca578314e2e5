import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  listAlertReaders,
  listPossibleAlertReaders,
  removeAlertReader,
  setAlertReader,
} from '#core/domains/notifications/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'

export type AlertReader = ResponseOf<typeof listAlertReaders>['alert_readers'][number]

type Choice = Pick<AlertReader, 'people_id' | 'by_mail' | 'from_level'>

// Below `people`: a change of a person's contacts changes the recipients.
const readersKey = (device_id: number) => ['people', 'alert_readers', device_id] as const
const possibleKey = (device_id: number) => [...readersKey(device_id), 'possible'] as const

/** The recipients of a device's alerts. */
export function useAlertReaders(device_id: number) {
  return useQuery({
    queryKey: readersKey(device_id),
    queryFn: reading<typeof listAlertReaders>('/devices/:device_id/alert_readers', { params: { device_id } }),
  })
}

/** The people who can be chosen as recipients. */
export function usePossibleAlertReaders(device_id: number) {
  return useQuery({
    queryKey: possibleKey(device_id),
    queryFn: reading<typeof listPossibleAlertReaders>('/devices/:device_id/possible_alert_readers', {
      params: { device_id },
    }),
    select: ({ possible_alert_readers }) => possible_alert_readers,
  })
}

/** Sets the channel and level of a recipient. */
export function useSetAlertReader(device_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ people_id, ...body }: Choice) =>
      request<typeof setAlertReader>('PUT', '/devices/:device_id/alert_readers/:people_id', {
        params: { device_id, people_id },
        body,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: readersKey(device_id) }),
  })
}

/** Removes a recipient. */
export function useRemoveAlertReader(device_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (people_id: number) =>
      request<typeof removeAlertReader>('DELETE', '/devices/:device_id/alert_readers/:people_id', {
        params: { device_id, people_id },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: readersKey(device_id) }),
  })
}
