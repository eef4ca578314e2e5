import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { useIsViewing, useUser } from '#web/platform/session/session.tsx'
import { readToken } from '#web/platform/session/token.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { NotificationLinks } from './NotificationItem.tsx'
import styles from './Notifications.module.css'
import { type OwnNotification, useNotificationSteps, useOwnNotifications } from './useNotifications.ts'

const SHOWN_KEY = 'ullage.popups'
const NOTICE = 'sign-in-notice'
/** Characters of the token that distinguish sign-ins. */
const PREFIX_LENGTH = 8

/** Popups from staff after the sign-in: one after the other, once per sign-in. */
export function SignInPopups() {
  const mark = readToken()?.slice(0, PREFIX_LENGTH) ?? ''
  const [isDone, setIsDone] = useState(() => sessionStorage.getItem(SHOWN_KEY) === mark)
  const { data } = useOwnNotifications({ popup: '1', page_size: '0' }, !isDone)
  if (isDone || !data || data.notifications.length === 0) return null
  return (
    <Carousel
      // The list is fixed at first: dismissing a popup removes it from the data, not from the carousel.
      popups={data.notifications}
      onClose={() => {
        sessionStorage.setItem(SHOWN_KEY, mark)
        setIsDone(true)
      }}
    />
  )
}

/** Login types whose work must not be interrupted: their messages appear in a corner and block nothing. */
const UNBLOCKED: readonly string[] = ['driver', 'dispatcher']

interface CarouselProps {
  popups: OwnNotification[]
  onClose: () => void
}

function Carousel({ popups, onClose }: CarouselProps) {
  const { login_type_id } = useUser()
  const round = useRound(popups, onClose)
  return UNBLOCKED.includes(login_type_id) ? <Corner round={round} /> : <Notice round={round} />
}

type Round = ReturnType<typeof useRound>

const subjectOf = ({ shown }: Round) => <span dir="auto">{shown.subject}</span>

function Notice({ round }: { round: Round }) {
  const isOtherOpen = useIsOtherDialogOpen(NOTICE)
  return (
    <Dialog
      id={NOTICE}
      // Other dialogs come first: two at once would compete for the keyboard.
      opened={!isOtherOpen}
      returnFocus={false}
      onClose={round.close}
      title={subjectOf(round)}
      size="lg"
    >
      <Popup round={round} />
    </Dialog>
  )
}

/** The button that had the focus is gone, so the opened message takes it. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** A message as one line in a corner, which opens on request. */
function Corner({ round }: { round: Round }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles.corner} aria-label={round.shown.subject}>
      {isOpen ? (
        <Paper ref={takeFocus} tabIndex={-1} withBorder p="md" shadow="md">
          <Text fw={600} mb="xs">
            {subjectOf(round)}
          </Text>
          <Popup round={round} />
        </Paper>
      ) : (
        <Button
          variant="default"
          radius="xl"
          maw="100%"
          className={styles.line}
          leftSection={<IconMessage size={18} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {subjectOf(round)}
        </Button>
      )}
    </section>
  )
}

/** The popups, the one shown, and those that the user does not want again. */
function useRound(first: OwnNotification[], onClose: () => void) {
  const { dismiss } = useNotificationSteps()
  const [popups] = useState(first)
  const [at, setAt] = useState(0)
  const [unwanted, setUnwanted] = useState<ReadonlySet<number>>(new Set())
  const shown = itemAt(popups, at)
  const close = () => {
    for (const id of unwanted) dismiss.mutate(id)
    onClose()
  }
  const want = (isUnwanted: boolean) => {
    const next = new Set(unwanted)
    if (isUnwanted) next.add(shown.notification_id)
    else next.delete(shown.notification_id)
    setUnwanted(next)
  }
  return {
    shown,
    at,
    total: popups.length,
    isUnwanted: unwanted.has(shown.notification_id),
    want,
    setAt,
    close,
  }
}

function Popup({ round }: { round: Round }) {
  const { t } = useTranslation()
  const isViewing = useIsViewing()
  const { shown, at, total, isUnwanted, want, setAt, close } = round
  const isLast = at === total - 1
  return (
    <Stack>
      <Text className={styles.message} dir="auto" aria-live="polite">
        {shown.message}
      </Text>
      <Group gap="sm">
        <NotificationLinks notification={shown} onFollow={close} />
      </Group>
      {!isViewing && (
        <Checkbox
          label={t('notifications.not_again')}
          checked={isUnwanted}
          onChange={(event) => want(event.currentTarget.checked)}
        />
      )}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {total > 1 ? t('notifications.position', { position: at + 1, total }) : ''}
        </Text>
        <Group gap="xs">
          {total > 1 && (
            <Button variant="default" disabled={at === 0} onClick={() => setAt(at - 1)}>
              {t('notifications.previous')}
            </Button>
          )}
          <Button data-autofocus onClick={() => (isLast ? close() : setAt(at + 1))}>
            {t(isLast ? 'notifications.done' : 'notifications.next')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

/**
 * Whether another dialog is open: a screen may open one by its address at any moment.
 * @param own the id of this dialog
 */
function useIsOtherDialogOpen(own: string): boolean {
  return useSyncExternalStore(subscribe, () =>
    [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(
      (dialog) => dialog.closest(`#${own}`) === null,
    ),
  )
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
