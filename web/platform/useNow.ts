import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    listeners.forEach((tell) => void tell())
  }, 30_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time, updated by one timer for all relative times. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // Also after the clock of the machine was set back.
    if (Math.abs(Date.now() - now) > 60_000) now = Date.now()
    return now
  })
}
