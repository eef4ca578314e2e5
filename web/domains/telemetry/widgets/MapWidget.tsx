import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { DeviceMap } from '#web/domains/telemetry/map/DeviceMap.tsx'
import { useDevicesOnMap } from '#web/domains/telemetry/map/usePositions.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'
import styles from './Fleet.module.css'
import { useFleetChoice } from './useFleetChoice.ts'

/** The devices of the chosen state on a map. */
export function MapWidget({ title }: WidgetProps) {
  const { t } = useTranslation()
  const [level] = useFleetChoice()
  const [view, setView] = useState<string>()
  const query = { level: level ?? undefined }
  const { data, isError, error, refetch } = useDevicesOnMap(query, view)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <WidgetPanel title={title}>
      {data?.total === 0 ? (
        <EmptyState Icon={IconMapPin} title={t('telemetry.map.none')} help={t('telemetry.map.none_help')} />
      ) : (
        <div className={styles.map}>
          <DeviceMap query={query} shown={data} onView={setView} height="100%" />
        </div>
      )}
    </WidgetPanel>
  )
}
