import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  listAlertReaders,
  listPossibleAlertReaders,
  removeAlertReader,
  setAlertReader,
} from '#core/domains/notifications/calls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/request.ts'

export type AlertReader = AnswerOf<typeof listAlertReaders>['alert_readers'][number]

type Choice = Pick<AlertReader, 'people_id' | 'by_mail' | 'from_level'>

// Below the people: whoever changes how somebody is reached changes who hears of it.
const readersKey = (device_id: number) => ['people', 'alert_readers', device_id] as const
const possibleKey = (device_id: number) => [...readersKey(device_id), 'possible'] as const

/** Who hears of the alerts of a device. */
export function useAlertReaders(device_id: number) {
  return useQuery({
    queryKey: readersKey(device_id),
    queryFn: ({ signal }) =>
      request<typeof listAlertReaders>('GET', '/devices/:device_id/alert_readers', {
        params: { device_id },
        signal,
      }),
  })
}

/** Whom one can choose to hear of them. */
export function usePossibleAlertReaders(device_id: number) {
  return useQuery({
    queryKey: possibleKey(device_id),
    queryFn: async ({ signal }) =>
      (
        await request<typeof listPossibleAlertReaders>('GET', '/devices/:device_id/possible_alert_readers', {
          params: { device_id },
          signal,
        })
      ).possible_alert_readers,
  })
}

/** Chooses how somebody hears of them. */
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

/** Ends that somebody hears of them. */
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
