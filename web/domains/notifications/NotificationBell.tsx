import { ActionIcon, Button, Group, Indicator, Popover, Skeleton, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell, IconBellCheck, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Hint } from '#web/ui/Hint.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './Notifications.module.css'
import { MAX_IN_BELL, useOwnNotifications } from './useNotifications.ts'

const MAX_COUNT = 99

/** The bell: how many notifications are unread, and the five newest. */
export function NotificationBell() {
  const { t } = useTranslation()
  const [isOpen, { close, toggle }] = useDisclosure(false)
  const reading = useOwnNotifications({ page_size: String(MAX_IN_BELL) })
  const unread = reading.data?.page.new_notifications ?? 0
  const shown = unread > MAX_COUNT ? `${MAX_COUNT}+` : unread
  const label = t(unread > 0 ? 'notifications.bell_unread' : 'notifications.bell', { count: unread })
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && close()}
      width="min(400px, calc(100vw - 24px))"
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Hint label={t('notifications.bell')} disabled={isOpen}>
        <Indicator label={shown} disabled={unread === 0} size={18} offset={6} color="urgent">
          <Popover.Target>
            <ActionIcon
              size="lg"
              data-tour="bell"
              aria-label={label}
              aria-expanded={isOpen}
              aria-haspopup="dialog"
              onClick={toggle}
            >
              <IconBell size={20} />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
      </Hint>
      <Newest {...{ reading, unread }} onFollow={close} />
    </Popover>
  )
}

interface NewestProps {
  reading: ReturnType<typeof useOwnNotifications>
  unread: number
  onFollow: () => void
}

function Newest({ reading, unread, onFollow }: NewestProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch, isFetching } = reading
  return (
    <Popover.Dropdown p="xs" aria-label={t('notifications.bell')}>
      <Group justify="space-between" wrap="nowrap" px="xs">
        <Title order={2} size="h5">
          {t('notifications.newest')}
        </Title>
        <Hint label={t('notifications.refresh')}>
          <ActionIcon
            aria-label={t('notifications.refresh')}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            <IconRefresh size={18} />
          </ActionIcon>
        </Hint>
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={160} />}
      {data?.notifications.length === 0 && (
        <EmptyState Icon={IconBellCheck} color="fine" title={t('notifications.none')} />
      )}
      <ul className={`${styles.list} ${styles.scroll}`}>
        {data?.notifications.map((notification) => (
          <NotificationItem
            key={notification.notification_id}
            notification={notification}
            isShort
            onFollow={onFollow}
          />
        ))}
      </ul>
      <Group justify="space-between" pt="xs" px="xs">
        <MarkAllRead unread={unread} />
        <Button component={Link} to="/me/notifications" size="compact-sm" onClick={onFollow}>
          {t('notifications.view_all')}
        </Button>
      </Group>
    </Popover.Dropdown>
  )
}
