import { Badge } from '@mantine/core'
import type { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

type Subscription = Pick<ShownRecord<typeof subscriptions>, 'status' | 'expired'>

/** The one state of a subscription: expired, else its status. */
export function SubscriptionState({ record: { status, expired } }: { record: Subscription }) {
  const { t } = useTranslation()
  if (expired === 1) return <Badge color="urgent">{t('records.subscriptions.fields.expired')}</Badge>
  if (!status) return null
  return (
    <Badge color={status === 'active' ? 'fine' : 'gray'} tt="capitalize">
      {status}
    </Badge>
  )
}
