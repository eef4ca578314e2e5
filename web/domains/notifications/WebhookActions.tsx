import { Button, Group, Stack, Text } from '@mantine/core'
import { IconKey, IconListDetails, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { renewWebhookSecret, testWebhook } from '#core/domains/notifications/webhookCalls.ts'
import type { webhooks } from '#core/domains/notifications/webhooks.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'

/** The signing secret of a webhook, its test and its log. */
export function WebhookActions({ record }: { record: ShownRecord<typeof webhooks> }) {
  const { t } = useTranslation()
  const mayUpdate = useMay()('users.update')
  const isOwn = record.user_id === useUser().user_id
  const confirm = useConfirm()
  const client = useQueryClient()
  const params = { webhook_id: Number(record.webhook_id) }
  const onSettled = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  const renew = useMutation({
    mutationFn: () => request<typeof renewWebhookSecret>('POST', '/webhooks/:webhook_id/secret', { params }),
    onSettled,
  })
  const test = useMutation({
    mutationFn: () => request<typeof testWebhook>('POST', '/webhooks/:webhook_id/test', { params }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhook_deliveries'] }),
  })
  const hasSecret = record.has_secret === 1
  const isChat = record.format !== 'standard'
  const askToRenew = () =>
    confirm({
      title: t('notifications.webhooks.renew_secret'),
      why: t('notifications.webhooks.renew_warning'),
      onConfirm: () => renew.mutate(),
    })
  return (
    <Stack gap="xs">
      {!hasSecret && (
        <Text size="sm" role="status">
          {t('notifications.webhooks.needs_secret')}
        </Text>
      )}
      <Group>
        {mayUpdate && isOwn && !isChat && (
          <Button
            variant={hasSecret ? 'default' : 'filled'}
            leftSection={<IconKey size={16} aria-hidden />}
            loading={renew.isPending}
            onClick={hasSecret ? askToRenew : () => renew.mutate()}
          >
            {t(hasSecret ? 'notifications.webhooks.renew_secret' : 'notifications.webhooks.create_secret')}
          </Button>
        )}
        {mayUpdate && hasSecret && (
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('notifications.webhooks.test')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
          component={Link}
          to={`/webhook_deliveries?webhook_id=${params.webhook_id}`}
        >
          {t('notifications.webhooks.deliveries')}
        </Button>
      </Group>
      {test.data?.test.error && (
        <Text size="sm" c="urgent" role="alert">
          {t('notifications.webhooks.test_failed', { error: test.data.test.error })}
        </Text>
      )}
      <ShownOnce
        title={t('notifications.webhooks.secret')}
        help={t('notifications.webhooks.secret_once')}
        secret={renew.data?.secret ?? ''}
        onClose={renew.reset}
      />
    </Stack>
  )
}
