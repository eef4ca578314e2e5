import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  dismissNotification,
  listOwnNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationUnread,
  removeOwnNotification,
} from '#core/domains/notifications/calls.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { toast, toastRefusal } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

export type OwnNotification = ResponseOf<typeof listOwnNotifications>['notifications'][number]
type Query = NonNullable<SentTo<typeof listOwnNotifications>['query']>

/** Notifications in the bell. */
export const MAX_IN_BELL = 5
const MINE = ['notifications', 'mine']

/** The user's own notifications, the newest first; the live stream refreshes them. */
export function useOwnNotifications(query: Query, isEnabled = true) {
  return useQuery({
    queryKey: [...MINE, query],
    queryFn: reading<typeof listOwnNotifications>('/me/notifications', { query }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}

/** Actions for one notification or all; lists are refreshed afterwards. */
export function useNotificationSteps() {
  const { t } = useTranslation()
  return {
    mark: useStep(({ notification_id, read_flag }: OwnNotification) =>
      read_flag === 1
        ? request<typeof markNotificationUnread>('PATCH', '/me/notifications/:notification_id/unread', {
            params: { notification_id },
          })
        : request<typeof markNotificationRead>('PATCH', '/me/notifications/:notification_id/read', {
            params: { notification_id },
          }),
    ),
    markAll: useStep(() => request<typeof markAllNotificationsRead>('PATCH', '/me/notifications/read_all'), {
      onSuccess: ({ marked }) => void toast(t('notifications.marked', { count: marked }), 'success'),
    }),
    dismiss: useStep((notification_id: number) =>
      request<typeof dismissNotification>('PATCH', '/me/notifications/:notification_id/dismiss', {
        params: { notification_id },
      }),
    ),
    remove: useStep((notification_id: number) =>
      request<typeof removeOwnNotification>('DELETE', '/me/notifications/:notification_id', {
        params: { notification_id },
      }),
    ),
  }
}

/** A call for own notifications; their lists are refetched afterwards. */
export function useStep<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  more?: { onSuccess: (answer: Answer) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: MINE }),
    onError: toastRefusal,
    ...more,
  })
}
