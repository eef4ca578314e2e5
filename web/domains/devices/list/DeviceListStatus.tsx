import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FLEET_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { FleetStatusBar } from '#web/domains/telemetry/device/FleetStatusBar.tsx'
import { useFleetStatus } from '#web/domains/telemetry/device/useFleetStatus.ts'
import type { ListState } from '#web/resources/list/useListState.ts'

/** How many tanks of the matching devices are in each state; a press filters the list by it. */
export function DeviceListStatus({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const { level, ...filters } = state.filters
  const { data: fleet } = useFleetStatus({ status: 'all', ...filters, search: state.search })
  if (!fleet) return <Skeleton h={76} radius="lg" />
  return (
    <FleetStatusBar
      title={t('devices.by_state')}
      fleet={fleet}
      chosen={FLEET_STATES.find((one) => one === level) ?? null}
      onChoose={(next) => state.change({ level: next })}
    />
  )
}
