import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/platform/api.ts'
import { toast, toastRefusal } from '#web/platform/toast.ts'

export interface OwnNotification {
  notification_id: number
  subject: string
  message: string
  object_name: string | null
  object_id: number | null
  modal: number
  file: string | null
  icon: string
  icon_class: string
  read_flag: 0 | 1
  date_created: string
}

interface OwnPage {
  notifications: OwnNotification[]
  page: { total_records: number; new_notifications: number }
}

/** How many the bell shows. */
export const IN_THE_BELL = 5
const MINE = ['notifications', 'mine']

/** One's own notifications, the newest first; the live stream makes them be read anew. */
export function useOwnNotifications(asked: Readonly<Record<string, string>>, isWanted = true) {
  const query = new URLSearchParams(asked).toString()
  return useQuery({
    queryKey: [...MINE, query],
    queryFn: ({ signal }) => call<OwnPage>('GET', `/me/notifications?${query}`, undefined, { signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
}

/** What can be done with one notification, or with all. Whatever shows them is then read anew. */
export function useNotificationSteps() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const shared = { onSettled: () => client.invalidateQueries({ queryKey: MINE }), onError: toastRefusal }
  return {
    mark: useMutation({
      mutationFn: ({ notification_id, read_flag }: OwnNotification) =>
        call('PATCH', `/me/notifications/${notification_id}/${read_flag === 1 ? 'unread' : 'read'}`),
      ...shared,
    }),
    markAll: useMutation({
      mutationFn: () => call<{ marked: number }>('PATCH', '/me/notifications/read_all'),
      ...shared,
      onSuccess: ({ marked }) => void toast(t('notifications.marked', { count: marked }), 'success'),
    }),
    dismiss: useMutation({
      mutationFn: (id: number) => call('PATCH', `/me/notifications/${id}/dismiss`),
      ...shared,
    }),
    remove: useMutation({
      mutationFn: (id: number) => call('DELETE', `/me/notifications/${id}`),
      ...shared,
    }),
    add: useMutation({
      mutationFn: (message: string) => call('POST', '/me/notifications', { message }),
      ...shared,
    }),
  }
}
