import { startTransition, useEffect, useState } from 'react'

/** How often relative times are updated, ms. */
const TICK_MS = 30_000

const listeners = new Set<(now: number) => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: (now: number) => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  // A list has a hundred relative times: a transition renders them in small steps, so that the page stays responsive.
  startTransition(() => listeners.forEach((show) => void show(now)))
}

function current(): number {
  // Also after the clock of the machine was set back.
  if (Math.abs(Date.now() - now) > 2 * TICK_MS) now = Date.now()
  return now
}

/** The current time, updated by one timer for all relative times. */
export function useNow(): number {
  const [, show] = useState(current)
  useEffect(() => subscribe(show), [])
  return current()
}
