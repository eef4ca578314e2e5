import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useIsViewing } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useNotificationSteps } from './useNotifications.ts'

/** Marks everything read. That cannot be undone, so a second press in the same place confirms it. */
export function MarkAllRead({ unread }: { unread: number }) {
  const { t } = useTranslation()
  const { markAll } = useNotificationSteps()
  const isViewing = useIsViewing()
  const [isConfirming, setIsConfirming] = useState(false)
  if (isViewing) return null
  if (!isConfirming) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={unread === 0}
        loading={markAll.isPending}
        onClick={() => setIsConfirming(true)}
      >
        {t('notifications.mark_all')}
      </Button>
    )
  }
  return (
    <Group gap="xs" role="alertdialog" aria-label={t('notifications.mark_all')}>
      <Text size="xs">{t('notifications.mark_all_why')}</Text>
      <Button
        size="compact-sm"
        data-autofocus
        autoFocus
        onClick={() => {
          setIsConfirming(false)
          markAll.mutate(undefined)
        }}
      >
        {t('notifications.mark_all')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setIsConfirming(false)}>
        {t('resources.cancel')}
      </Button>
    </Group>
  )
}
