import { Paper } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeviceMap } from '#web/domains/telemetry/map/DeviceMap.tsx'
import { useDevicesOnMap } from '#web/domains/telemetry/map/usePositions.ts'
import type { ListState } from '#web/resources/list/useListState.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** The matching devices on a map. */
export function DeviceListMap({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const [view, setView] = useState<string>()
  const query = { status: 'all', ...state.filters, search: state.search }
  const { data, isError, error, refetch } = useDevicesOnMap(query, view)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (data?.total === 0)
    return (
      <Paper>
        <EmptyState Icon={IconMapPin} title={t('telemetry.map.none')} help={t('telemetry.map.none_help')} />
      </Paper>
    )
  return <DeviceMap query={query} shown={data} onView={setView} height="calc(100dvh - 15rem)" />
}
