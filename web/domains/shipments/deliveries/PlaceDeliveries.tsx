import { Skeleton } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'
import { ComingDeliveries } from './ComingDeliveries.tsx'
import { DoneDeliveries } from './DoneDeliveries.tsx'
import { type DeliveryQuery, useDeliveries } from './useDeliveries.ts'

/** The coming and past deliveries of a place. */
export function PlaceDeliveries(place: DeliveryQuery) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useDeliveries({ ...place, limit: 5 })
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <WidgetPanel title={t('deliveries.coming')} isFlush>
        {!data && <Skeleton h={96} m="sm" w="auto" />}
        {data?.coming.length === 0 && (
          <EmptyState Icon={IconTruckDelivery} title={t('deliveries.no_coming')} />
        )}
        {data && <ComingDeliveries coming={data.coming} />}
      </WidgetPanel>
      {data && data.done.length > 0 && (
        <WidgetPanel title={t('deliveries.done')} isFlush>
          <DoneDeliveries done={data.done} />
        </WidgetPanel>
      )}
    </>
  )
}
