import { Skeleton } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { WhenSeen } from '#web/ui/WhenSeen.tsx'
import type { DeviceMapProps } from './DeviceMapCanvas.tsx'

const DeviceMapCanvas = lazy(async () => ({
  default: (await import('./DeviceMapCanvas.tsx')).DeviceMapCanvas,
}))

/** Loading counts as finished after this pause, ms. */
const CALM_AFTER_MS = 100
/** The map loads after this delay at the latest, ms. */
const TIMEOUT_MS = 2000

/** The devices on a map. The map is large: it loads when one is visible and other data has arrived. */
export function DeviceMap(props: DeviceMapProps) {
  const isTime = useIsCalm()
  const waiting = <Skeleton h={props.height} radius="lg" />
  return (
    <WhenSeen waiting={waiting}>
      <Suspense fallback={waiting}>{isTime ? <DeviceMapCanvas {...props} /> : waiting}</Suspense>
    </WhenSeen>
  )
}

/** Whether nothing has loaded for a moment, or it has taken too long; once true it stays true. */
function useIsCalm(): boolean {
  const isReading = useIsFetching() > 0
  const [isCalm, setIsCalm] = useState(false)
  useEffect(() => {
    if (isCalm) return
    const timer = setTimeout(() => setIsCalm(true), isReading ? TIMEOUT_MS : CALM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isReading, isCalm])
  return isCalm
}
