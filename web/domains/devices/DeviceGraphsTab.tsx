import { SimpleGrid } from '@mantine/core'
import { SmallSeriesChart } from '#web/domains/telemetry/chart/SmallSeriesChart.tsx'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'

const GRAPHS = ['battery', 'signal_strength', 'temperature'] as const

/** The device's own health over time. */
export function DeviceGraphsTab({ device }: { device: DeviceRow }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      {GRAPHS.map((graph) => (
        <SmallSeriesChart key={graph} device_id={device.device_id} graph={graph} />
      ))}
    </SimpleGrid>
  )
}
