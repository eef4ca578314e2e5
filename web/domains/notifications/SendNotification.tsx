import { Button, Group, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { sendNotification } from '#core/domains/notifications/calls.ts'
import { notifications } from '#core/domains/notifications/notifications.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { toastRefusal, toastResponse } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** Sends the notification to all recipients that it names. */
export function SendNotification({ record }: { record: ShownRecord<typeof notifications> }) {
  const { t } = useTranslation()
  const may = useMay()
  const format = useFormat()
  const send = useSending(Number(record[notifications.id]))
  if (record.date_sent) {
    return (
      <Text size="sm" c="dimmed">
        {t('notifications.sent_to', {
          at: format.instant(String(record.date_sent)),
          count: Number(record.receivers ?? 0),
        })}
      </Text>
    )
  }
  if (!may('configuration.update')) return null
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        loading={send.isPending}
        onClick={() => send.mutate()}
      >
        {t('notifications.send')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('notifications.send_why')}
      </Text>
    </Group>
  )
}

function useSending(notification_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<typeof sendNotification>('POST', '/notifications/:notification_id/send', {
        params: { notification_id },
      }),
    onSuccess: async (response) => {
      toastResponse(response)
      await client.invalidateQueries({ queryKey: [notifications.name] })
    },
    onError: toastRefusal,
  })
}
