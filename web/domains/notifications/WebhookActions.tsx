import { Button, Group, Stack, Text } from '@mantine/core'
import { IconKey, IconListDetails, IconSend } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { renewWebhookSecret, testWebhook } from '#core/domains/notifications/webhookCalls.ts'
import type { webhooks } from '#core/domains/notifications/webhooks.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useCommand } from '#web/platform/useCommand.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'

/** The signing secret of a webhook, its test and its log. */
export function WebhookActions({ record }: { record: ShownRecord<typeof webhooks> }) {
  const { t } = useTranslation()
  const mayUpdate = useMay()('users.update')
  const { user_id } = useUser()
  const webhook_id = Number(record.webhook_id)
  const { renew, test } = useWebhookCalls(webhook_id)
  const hasSecret = record.has_secret === 1
  const mayRenew = mayUpdate && record.user_id === user_id && record.format === 'standard'
  return (
    <Stack gap="xs">
      {!hasSecret && (
        <Text size="sm" role="status">
          {t('notifications.webhooks.needs_secret')}
        </Text>
      )}
      <Group>
        {mayRenew && <SecretButton hasSecret={hasSecret} renew={renew} />}
        {mayUpdate && hasSecret && <TestButton isPending={test.isPending} onClick={() => test.mutate()} />}
        <Button
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
          component={Link}
          to={`/webhook_deliveries?webhook_id=${webhook_id}`}
        >
          {t('notifications.webhooks.deliveries')}
        </Button>
      </Group>
      {test.data?.test.error && (
        <Text size="sm" c="urgent" role="alert">
          {t('notifications.webhooks.test_failed', { error: test.data.test.error })}
        </Text>
      )}
    </Stack>
  )
}

function TestButton({ isPending, onClick }: { isPending: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const icon = <IconSend size={16} aria-hidden />
  return (
    <Button variant="default" leftSection={icon} loading={isPending} onClick={onClick}>
      {t('notifications.webhooks.test')}
    </Button>
  )
}

function useWebhookCalls(webhook_id: number) {
  const params = { webhook_id }
  const renew = useCommand(['webhooks'], () =>
    request<typeof renewWebhookSecret>('POST', '/webhooks/:webhook_id/secret', { params }),
  )
  const test = useCommand(['webhook_deliveries'], () =>
    request<typeof testWebhook>('POST', '/webhooks/:webhook_id/test', { params }),
  )
  return { renew, test }
}

interface SecretButtonProps extends Pick<ReturnType<typeof useWebhookCalls>, 'renew'> {
  hasSecret: boolean
}

/** Creates a signing secret and shows it once; asks for confirmation if another one stops working. */
function SecretButton({ hasSecret, renew }: SecretButtonProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const title = t(hasSecret ? 'notifications.webhooks.renew_secret' : 'notifications.webhooks.create_secret')
  const make = () => renew.mutate()
  const ask = () => confirm({ title, why: t('notifications.webhooks.renew_warning'), onConfirm: make })
  return (
    <>
      <Button
        variant={hasSecret ? 'default' : 'filled'}
        leftSection={<IconKey size={16} aria-hidden />}
        loading={renew.isPending}
        onClick={hasSecret ? ask : make}
      >
        {title}
      </Button>
      <ShownOnce
        title={t('notifications.webhooks.secret')}
        help={t('notifications.webhooks.secret_once')}
        secret={renew.data?.secret ?? ''}
        onClose={renew.reset}
      />
    </>
  )
}
