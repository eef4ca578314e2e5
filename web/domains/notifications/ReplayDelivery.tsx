import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { webhook_deliveries } from '#core/domains/notifications/webhook_deliveries.ts'
import type { replayWebhookDelivery } from '#core/domains/notifications/webhookCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** Sends a delivery of a webhook again. */
export function ReplayDelivery({ record }: { record: ShownRecord<typeof webhook_deliveries> }) {
  const { t } = useTranslation()
  const may = useMay()
  const client = useQueryClient()
  const replay = useMutation({
    mutationFn: () =>
      request<typeof replayWebhookDelivery>('POST', '/webhook_deliveries/:webhook_delivery_id/replay', {
        params: { webhook_delivery_id: Number(record.webhook_delivery_id) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhook_deliveries'] }),
  })
  if (!may('users.update') || record.state === 'waiting' || record.event_type === 'test') return null
  return (
    <Group>
      <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
        {t('notifications.webhooks.replay')}
      </Button>
    </Group>
  )
}
