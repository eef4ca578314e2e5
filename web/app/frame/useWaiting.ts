import { useEffect, useState } from 'react'
import type { Waiting } from '#web/resources/screen.ts'
import { useWaitingCount } from '#web/resources/useWaitingCount.ts'

/** Larger counts are shown as "99+". */
const MAX_COUNT = 99
/** Delay (ms) that lets the requests of the screen itself go first. */
const COUNT_DELAY_MS = 1500

/** Number of pending records at a screen; 0 until known. */
export function useWaiting(waits: Waiting | undefined): number {
  return useWaitingCount(waits, useDelay())
}

/** A number of records, short enough for a menu. */
export function waitingText(count: number): string {
  return count > MAX_COUNT ? `${MAX_COUNT}+` : String(count)
}

function useDelay(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), COUNT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
