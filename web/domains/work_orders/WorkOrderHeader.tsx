import { Text } from '@mantine/core'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StatusSteps } from '#web/resources/record/StatusSteps.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** The age of a work order, and its status with the next steps. */
export function WorkOrderHeader({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm" c="dimmed">
        <bdi>
          {t('resources.created')} <RelativeTime at={String(record['created_at'])} />
        </bdi>
      </Text>
      <StatusSteps resource={work_orders} record={record} />
    </>
  )
}
