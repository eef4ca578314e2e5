import { Paper, Title } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Failure } from '#web/resources/Failure.tsx'
import { Nothing } from '#web/resources/Nothing.tsx'
import { DeviceMap } from '#web/resources/tank/DeviceMap.tsx'
import type { FleetState } from '#web/resources/tank/DeviceRow.ts'
import { usePositions } from '#web/resources/tank/usePositions.ts'

/** Where the devices of the chosen state are. */
export function FleetMap({ level }: { level: FleetState | null }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = usePositions({ level: level ?? undefined })
  if (isError && !data) return <Failure error={error} onRetry={refetch} />
  return (
    <Paper component="section" aria-labelledby="fleet-map" p="sm">
      <Title order={2} id="fleet-map" mb="xs">
        {t('telemetry.dashboard.map')}
      </Title>
      {data?.length === 0 ? (
        <Nothing Icon={IconMapPin} title={t('telemetry.map.none')} help={t('telemetry.map.none_help')} />
      ) : (
        <DeviceMap positions={data ?? NONE} height={280} />
      )}
    </Paper>
  )
}

const NONE: never[] = []
