import { Paper } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Failure } from '#web/resources/Failure.tsx'
import { Nothing } from '#web/resources/Nothing.tsx'
import { DeviceMap } from '#web/resources/tank/DeviceMap.tsx'
import { usePositions } from '#web/resources/tank/usePositions.ts'
import type { ListState } from '#web/resources/useListState.ts'

/** The devices that match, where they are. */
export function DeviceListMap({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = usePositions({
    status: 'all',
    ...state.filters,
    search: state.search,
  })
  if (isError && !data) return <Failure error={error} onRetry={refetch} />
  if (data?.length === 0)
    return (
      <Paper>
        <Nothing Icon={IconMapPin} title={t('telemetry.map.none')} help={t('telemetry.map.none_help')} />
      </Paper>
    )
  return <DeviceMap positions={data ?? NONE} height="calc(100dvh - 15rem)" />
}

const NONE: never[] = []
