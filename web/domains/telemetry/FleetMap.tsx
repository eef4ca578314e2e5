import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Failure } from '#web/resources/Failure.tsx'
import { Nothing } from '#web/resources/Nothing.tsx'
import { DeviceMap } from '#web/resources/tank/DeviceMap.tsx'
import { usePositions } from '#web/resources/tank/usePositions.ts'
import { WidgetPanel, type WidgetProps } from '#web/resources/WidgetPanel.tsx'
import styles from './Fleet.module.css'
import { useFleetChoice } from './useFleetChoice.ts'

/** Where the devices of the chosen state are. */
export function FleetMap({ title }: WidgetProps) {
  const { t } = useTranslation()
  const [level] = useFleetChoice()
  const { data, isError, error, refetch } = usePositions({ level: level ?? undefined })
  if (isError && !data) return <Failure error={error} onRetry={refetch} />
  return (
    <WidgetPanel title={title}>
      {data?.length === 0 ? (
        <Nothing Icon={IconMapPin} title={t('telemetry.map.none')} help={t('telemetry.map.none_help')} />
      ) : (
        <div className={styles.map}>
          <DeviceMap positions={data ?? NONE} height="100%" />
        </div>
      )}
    </WidgetPanel>
  )
}

const NONE: never[] = []
