import { ActionIcon, Anchor, Group, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
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

/** One notification with its text and whether it was read. All of it links to its subject. */
export function NotificationItem({ notification, isShort, onFollow }: NotificationItemProps) {
  const { t } = useTranslation()
  const isViewing = useIsViewing()
  const address = useSubjectAddress()(notification)
  const isRead = notification.read_flag === 1
  const Icon = ICONS[notification.icon] ?? IconBell
  const text = { size: 'sm', c: 'inherit', fw: isRead ? 400 : 700, lineClamp: 2, dir: 'auto' } as const
  const subject = (
    <>
      {notification.subject}
      {!isRead && <VisuallyHidden> ({t('notifications.is_unread')})</VisuallyHidden>}
    </>
  )
  return (
    <li className={styles.item}>
      <ThemeIcon
        color={isRead ? 'gray' : (COLORS[notification.icon_class] ?? 'brand')}
        variant="light"
        size="lg"
        aria-hidden
      >
        <Icon size={18} />
      </ThemeIcon>
      <div className={styles.text}>
        <Group gap="sm" justify="space-between" wrap="nowrap" align="baseline">
          {address ? (
            <Text component={Link} to={address} onClick={onFollow} className={styles.whole} {...text}>
              {subject}
            </Text>
          ) : (
            <Text {...text}>{subject}</Text>
          )}
          <Text size="xs" c="dimmed" flex="none">
            <RelativeTime at={notification.date_created} />
          </Text>
        </Group>
        {notification.message !== notification.subject && (
          <Text
            size="sm"
            c="dimmed"
            // Without a link it is read here only.
            lineClamp={isShort ? 2 : address ? 1 : undefined}
            className={styles.message}
            dir="auto"
          >
            {notification.message}
          </Text>
        )}
        <FileLink notification={notification} />
      </div>
      {!isViewing && <ItemActions {...{ notification, mayRemove: !isShort }} />}
    </li>
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
    <Group gap="xs" wrap="nowrap" className={`${styles.actions} ${styles.above}`}>
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

/** The address of the record that a notification is about. */
function useSubjectAddress(): (notification: OwnNotification) => string | undefined {
  const addressOf = useRecordAddress()
  return ({ object_name, object_id }) => {
    const kind =
      object_name !== null && isOneOf(SUBJECTS, object_name)
        ? NOTIFICATION_SUBJECT_KINDS[object_name]
        : undefined
    return kind && object_id ? addressOf(kind, object_id) : undefined
  }
}

/** Links to the record that it is about, and to its document. */
export function NotificationLinks({ notification, onFollow }: NotificationLinksProps) {
  const { t } = useTranslation()
  const address = useSubjectAddress()(notification)
  return (
    <>
      {address && (
        <Anchor component={Link} to={address} size="xs" onClick={onFollow}>
          {t('notifications.open')}
          <VisuallyHidden>: {notification.subject}</VisuallyHidden>
        </Anchor>
      )}
      <FileLink notification={notification} />
    </>
  )
}

function FileLink({ notification: { file } }: Pick<NotificationLinksProps, 'notification'>) {
  const { t } = useTranslation()
  if (!file) return null
  return (
    <Anchor
      href={/^https?:/i.test(file) ? file : `https://${file}`}
      target="_blank"
      rel="noopener noreferrer"
      size="xs"
      className={styles.above}
    >
      {t('notifications.document')}
    </Anchor>
  )
}
