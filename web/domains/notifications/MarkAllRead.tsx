import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsViewing } from '#web/platform/session.tsx'
import { useNotificationSteps } from './useNotifications.ts'

/** Marks everything read. That cannot be undone, so a second press in the same place confirms it. */
export function MarkAllRead({ unread }: { unread: number }) {
  const { t } = useTranslation()
  const { markAll } = useNotificationSteps()
  const isViewing = useIsViewing()
  const [isAsked, setIsAsked] = useState(false)
  if (isViewing) return null
  if (!isAsked) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={unread === 0}
        loading={markAll.isPending}
        onClick={() => setIsAsked(true)}
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
          setIsAsked(false)
          markAll.mutate()
        }}
      >
        {t('notifications.mark_all')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsked(false)}>
        {t('resources.cancel')}
      </Button>
    </Group>
  )
}
