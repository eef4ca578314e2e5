import { Skeleton } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { DeviceMapProps } from './DeviceMapCanvas.tsx'

const DeviceMapCanvas = lazy(async () => ({
  default: (await import('./DeviceMapCanvas.tsx')).DeviceMapCanvas,
}))

/** Nothing is being read any more when nothing has been for so long, ms. */
const MOMENT = 100
/** However long the figures take, the map comes after this, ms. */
const PATIENCE = 2000

/** Where the devices are; the map itself is large, and loaded when one is shown and the figures beside it are there. */
export function DeviceMap(props: DeviceMapProps) {
  const isTime = useIsCalm()
  const waiting = <Skeleton h={props.height} radius="lg" />
  return <Suspense fallback={waiting}>{isTime ? <DeviceMapCanvas {...props} /> : waiting}</Suspense>
}

/** Whether nothing has been read for a moment, or it has taken too long; once true it stays so. */
function useIsCalm(): boolean {
  const isReading = useIsFetching() > 0
  const [isCalm, setIsCalm] = useState(false)
  useEffect(() => {
    if (isCalm) return
    const timer = setTimeout(() => setIsCalm(true), isReading ? PATIENCE : MOMENT)
    return () => clearTimeout(timer)
  }, [isReading, isCalm])
  return isCalm
}
