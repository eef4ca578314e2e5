import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { DeviceMapProps } from './DeviceMapCanvas.tsx'

const DeviceMapCanvas = lazy(async () => ({
  default: (await import('./DeviceMapCanvas.tsx')).DeviceMapCanvas,
}))

/** Where the devices are; the map itself is loaded only when one is shown. */
export function DeviceMap(props: DeviceMapProps) {
  return (
    <Suspense fallback={<Skeleton h={props.height} radius="lg" />}>
      <DeviceMapCanvas {...props} />
    </Suspense>
  )
}
