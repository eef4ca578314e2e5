import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FLEET_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { FleetStatusBar } from '#web/domains/telemetry/tank/FleetStatusBar.tsx'
import { useFleetStatus } from '#web/domains/telemetry/tank/useFleetStatus.ts'
import type { ListState } from '#web/resources/list/useListState.ts'

/** How many tanks of the devices that match are in which state; a press narrows the list to one. */
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
