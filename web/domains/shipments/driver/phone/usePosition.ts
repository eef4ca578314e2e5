import { useEffect, useState } from 'react'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { usePersistedState } from '#web/platform/usePersistedState.ts'

/**
 * The position of this phone, if its driver has enabled it; the browser asks for permission as well.
 * @param isReported the position is needed to report it to the office
 */
export function usePosition(isReported: boolean) {
  const [isLocating, setIsLocating] = usePersistedState('driver.position', false)
  const [position, setPosition] = useState<Place>()
  useEffect(() => {
    if (!(isLocating || isReported) || !('geolocation' in navigator)) return setPosition(undefined)
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude } }) => setPosition({ latitude, longitude }),
      () => setPosition(undefined),
      { maximumAge: 60_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isLocating, isReported])
  return { position, isLocating, setIsLocating }
}
