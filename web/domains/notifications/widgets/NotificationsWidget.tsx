import { Anchor, Badge, Skeleton } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { NotificationItem } from '#web/domains/notifications/NotificationItem.tsx'
import styles from '#web/domains/notifications/Notifications.module.css'
import { useOwnNotifications } from '#web/domains/notifications/useNotifications.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'

const MAX_SHOWN = 10

/** The user's own notifications on the dashboard, the newest first. */
export function NotificationsWidget({ title }: WidgetProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data, isError, error, refetch } = useOwnNotifications({ page_size: String(MAX_SHOWN) })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  const unread = data?.page.new_notifications ?? 0
  return (
    <WidgetPanel
      title={title}
      isFlush
      badge={unread > 0 && <Badge color="urgent">{number(unread)}</Badge>}
      action={
        <Anchor component={Link} to="/me/notifications" size="sm">
          {t('notifications.view_all')}
        </Anchor>
      }
    >
      {!data && <Skeleton h={200} m="sm" w="auto" />}
      {data?.notifications.length === 0 && (
        <EmptyState Icon={IconBellCheck} color="fine" title={t('notifications.none')} />
      )}
      <ul className={styles.list}>
        {data?.notifications.map((notification) => (
          <NotificationItem key={notification.notification_id} notification={notification} isShort />
        ))}
      </ul>
    </WidgetPanel>
  )
}
