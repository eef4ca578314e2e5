import { Skeleton } from '@mantine/core'
import { FleetStatusBar } from '#web/domains/telemetry/device/FleetStatusBar.tsx'
import { useFleetStatus } from '#web/domains/telemetry/device/useFleetStatus.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'
import { useFleetChoice } from './useFleetChoice.ts'

/** The fleet by state; a press filters the dashboard by one state, another clears the filter. */
export function FleetStatusWidget({ title }: WidgetProps) {
  const { data: fleet, isError, error, refetch } = useFleetStatus()
  const [chosen, choose] = useFleetChoice()
  if (isError && !fleet) return <ErrorState error={error} onRetry={refetch} />
  if (!fleet) return <Skeleton h={{ base: 160, sm: 76 }} radius="lg" />
  return <FleetStatusBar {...{ title, fleet, chosen }} onChoose={choose} />
}
