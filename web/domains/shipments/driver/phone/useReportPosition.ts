import { useEffect, useRef } from 'react'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import type { reportPosition } from '#core/domains/shipments/driver/positionCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { usePersistedState } from '#web/platform/usePersistedState.ts'

/** Interval between reported positions, ms. */
const REPORT_MS = 3 * 60_000

/**
 * Reports the position of the truck of a round in route, if its driver has agreed to it on this phone. A failed report is
 * dropped: the next position replaces it.
 * @param rounds the rounds in route
 */
export function useReportPosition(
  rounds: readonly number[],
  position: Place | undefined,
  isSharing: boolean,
): void {
  const latest = useRef(position)
  latest.current = position
  const isKnown = position !== undefined
  const key = rounds.join()
  useEffect(() => {
    if (!isSharing || !isKnown || key === '') return
    const report = () => {
      const { latitude, longitude } = latest.current ?? {}
      if (latitude === undefined || longitude === undefined) return
      const at = new Date().toISOString()
      for (const shipment_id of key.split(',').map(Number)) send(shipment_id, { latitude, longitude, at })
    }
    report()
    const timer = setInterval(report, REPORT_MS)
    return () => clearInterval(timer)
  }, [isSharing, isKnown, key])
}

/** Whether this driver shares their position; withdrawing it deletes the stored one at once. */
export function usePositionSharing(rounds: readonly number[]) {
  const { user_id } = useUser()
  const [isSharing, setIsSharing] = usePersistedState(`driver.tells_position.${user_id}`, false)
  return {
    isSharing,
    setIsSharing: (isOn: boolean) => {
      setIsSharing(isOn)
      if (!isOn) for (const shipment_id of rounds) send(shipment_id, null)
    },
  }
}

function send(shipment_id: number, position: (Place & { at: string }) | null): void {
  void request<typeof reportPosition>('POST', '/driver/position', {
    body: { shipment_id, position },
    retries: 0,
  }).catch(() => {})
}
