import { ActionIcon, Anchor, Group, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconDroplet,
  IconMail,
  IconMailOpened,
  IconMessage,
  IconShieldLock,
  IconTool,
  IconTruck,
  IconUserCheck,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { NOTIFICATION_SUBJECT_KINDS } from '#core/resources/objects.ts'
import { useIsViewing } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './Notifications.module.css'
import { type OwnNotification, useNotificationSteps } from './useNotifications.ts'

const ICONS: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  bell: IconBell,
  alert: IconAlertTriangle,
  droplet: IconDroplet,
  truck: IconTruck,
  tool: IconTool,
  message: IconMessage,
  shield: IconShieldLock,
  user: IconUserCheck,
}
const COLORS: Readonly<Record<string, string>> = {
  info: 'brand',
  success: 'fine',
  warning: 'mild',
  error: 'urgent',
}

interface NotificationItemProps {
  notification: OwnNotification
  /** Shortens the text for the bell. */
  isShort?: boolean
  onFollow?: (() => void) | undefined
}

/** One notification with its text, its subject and whether it was read. */
export function NotificationItem({ notification, isShort, onFollow }: NotificationItemProps) {
  const { t } = useTranslation()
  const isViewing = useIsViewing()
  const isRead = notification.read_flag === 1
  const lines = isShort ? 2 : undefined
  const Icon = ICONS[notification.icon] ?? IconBell
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm" p="xs">
      <ThemeIcon
        color={isRead ? 'gray' : (COLORS[notification.icon_class] ?? 'brand')}
        variant="light"
        size="lg"
        aria-hidden
      >
        <Icon size={18} />
      </ThemeIcon>
      <Stack gap={2} flex={1} miw={0}>
        <Text size="sm" fw={isRead ? 400 : 700} lineClamp={lines} dir="auto">
          {notification.subject}
          {!isRead && <VisuallyHidden> ({t('notifications.is_unread')})</VisuallyHidden>}
        </Text>
        {notification.message !== notification.subject && (
          <Text size="sm" c="dimmed" lineClamp={lines} className={styles.message} dir="auto">
            {notification.message}
          </Text>
        )}
        <Group gap="sm">
          <Text size="xs" c="dimmed">
            <RelativeTime at={notification.date_created} />
          </Text>
          <NotificationLinks notification={notification} onFollow={onFollow} />
          {!isViewing && <ItemActions {...{ notification, mayRemove: !isShort }} />}
        </Group>
      </Stack>
    </Group>
  )
}

interface ItemActionsProps {
  notification: OwnNotification
  mayRemove: boolean
}

function ItemActions({ notification, mayRemove }: ItemActionsProps) {
  const { t } = useTranslation()
  const { mark, remove } = useNotificationSteps()
  const { notification_id, subject, read_flag } = notification
  const isRead = read_flag === 1
  const action = (label: string, Icon: TablerIcon, isPending: boolean, onClick: () => void) => (
    <Hint label={label}>
      <ActionIcon aria-label={`${label}: ${subject}`} loading={isPending} onClick={onClick}>
        <Icon size={18} />
      </ActionIcon>
    </Hint>
  )
  const toggle = t(isRead ? 'notifications.mark_unread' : 'notifications.mark_read')
  return (
    <Group gap="xs" ms="auto">
      {action(toggle, isRead ? IconMailOpened : IconMail, mark.isPending, () => mark.mutate(notification))}
      {mayRemove &&
        action(t('notifications.remove'), IconX, remove.isPending, () => remove.mutate(notification_id))}
    </Group>
  )
}

interface NotificationLinksProps {
  notification: OwnNotification
  onFollow?: (() => void) | undefined
}

const SUBJECTS = keysOf(NOTIFICATION_SUBJECT_KINDS)

/** Links to the record that it is about, and to its document. */
export function NotificationLinks({ notification, onFollow }: NotificationLinksProps) {
  const { t } = useTranslation()
  const addressOf = useRecordAddress()
  const { object_name, object_id, file } = notification
  const kind =
    object_name !== null && isOneOf(SUBJECTS, object_name)
      ? NOTIFICATION_SUBJECT_KINDS[object_name]
      : undefined
  const address = kind && object_id ? addressOf(kind, object_id) : undefined
  return (
    <>
      {address && (
        <Anchor component={Link} to={address} size="xs" onClick={onFollow}>
          {t('notifications.open')}
          <VisuallyHidden>: {notification.subject}</VisuallyHidden>
        </Anchor>
      )}
      {file && (
        <Anchor
          href={/^https?:/i.test(file) ? file : `https://${file}`}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
        >
          {t('notifications.document')}
        </Anchor>
      )}
    </>
  )
}
