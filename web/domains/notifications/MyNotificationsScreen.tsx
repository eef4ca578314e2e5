import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBellCheck, IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { createOwnNotification } from '#core/domains/notifications/calls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogForm } from '#web/resources/form/FormDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageNavigation } from '#web/ui/PageNavigation.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './Notifications.module.css'
import { type OwnNotification, useOwnNotifications, useStep } from './useNotifications.ts'

const PAGE_SIZE = 25
const FLAGS: Readonly<Record<string, '0' | '1'>> = { unread: '0', read: '1' }

/** The user's own notifications, which they can read, mark and delete. */
export function MyNotificationsScreen() {
  const { t } = useTranslation()
  usePageTitle(t('notifications.title'))
  const { number, apart } = useFormat()
  const { can_save } = useUser()
  const { which, page, pages, reading, show, go } = usePage()
  const { data, isError, error, refetch } = reading
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <Group gap="sm" justify="space-between">
        <Group gap="sm" align="baseline">
          <Title order={1}>{t('notifications.title')}</Title>
          {data && (
            <Text size="sm" c="dimmed" aria-live="polite">
              {apart(`${number(data.page.new_notifications)} ${t('notifications.is_unread')}`)}
            </Text>
          )}
        </Group>
        {can_save && <NoteToMyself />}
      </Group>
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('notifications.which')}
          value={which}
          onChange={show}
          data={['all', 'unread', 'read'].map((value) => ({ value, label: t(`notifications.${value}`) }))}
        />
        <MarkAllRead unread={data?.page.new_notifications ?? 0} />
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={400} radius="lg" />}
      {data && <NotificationList notifications={data.notifications} />}
      <PageNavigation {...{ pages, page }} onChange={go} />
    </Stack>
  )
}

/** The page of notifications that the address names. */
function usePage() {
  const [params, setParams] = useSearchParams()
  const which = params.get('show') ?? 'all'
  const page = Math.max(1, Number(params.get('page_num')) || 1)
  const flag = FLAGS[which]
  const reading = useOwnNotifications({
    page_size: String(PAGE_SIZE),
    page_num: String(page),
    ...(flag && { read_flag: flag }),
  })
  return {
    ...{ which, page, reading },
    pages: Math.ceil((reading.data?.page.total_records ?? 0) / PAGE_SIZE),
    show: (choice: string) => setParams(choice === 'all' ? {} : { show: choice }, { replace: true }),
    go: (next: number) =>
      setParams({ ...(which !== 'all' && { show: which }), page_num: String(next) }, { replace: true }),
  }
}

function NotificationList({ notifications }: { notifications: readonly OwnNotification[] }) {
  const { t } = useTranslation()
  return (
    <Paper>
      {notifications.length === 0 ? (
        <EmptyState
          Icon={IconBellCheck}
          color="fine"
          title={t('notifications.none')}
          help={t('notifications.none_help')}
        />
      ) : (
        <ul className={styles.list}>
          {notifications.map((notification) => (
            <NotificationItem key={notification.notification_id} notification={notification} />
          ))}
        </ul>
      )}
    </Paper>
  )
}

function NoteToMyself() {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { message, setMessage, isPending, submit } = useNewNote(close)
  return (
    <>
      <Button variant="default" leftSection={<IconNote size={16} />} onClick={open}>
        {t('notifications.note')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('notifications.note')}>
        <DialogForm
          action={t('notifications.add')}
          disabled={message.trim() === ''}
          loading={isPending}
          onSubmit={submit}
          onCancel={close}
        >
          <Textarea
            data-autofocus
            label={t('notifications.note_text')}
            autosize
            minRows={3}
            maxLength={65_000}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </DialogForm>
      </Dialog>
    </>
  )
}

/** A note as typed, which stays until it is saved. */
function useNewNote(onSaved: () => void) {
  const [message, setMessage] = useState('')
  const { mutate, isPending } = useStep((text: string) =>
    request<typeof createOwnNotification>('POST', '/me/notifications', { body: { message: text } }),
  )
  const submit = () =>
    mutate(message, {
      onSuccess: () => {
        setMessage('')
        onSaved()
      },
    })
  return { message, setMessage, isPending, submit }
}
