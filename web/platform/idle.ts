import { useEffect } from 'react'

const ACTIVE = 'ullage.active'
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const WRITE_MS = 5000
const CHECK_MS = 5000

/**
 * Calls back once all tabs of this browser have been idle for this time; sleep of the computer counts, and so does the time
 * before a page is reopened.
 * @param minutes 0 for never.
 */
export function useIdle(minutes: number, onIdle: () => void): void {
  useEffect(() => {
    if (minutes <= 0) return
    let written = 0
    const touch = () => {
      const now = Date.now()
      if (now - written < WRITE_MS && localStorage.getItem(ACTIVE) !== null) return
      written = now
      localStorage.setItem(ACTIVE, String(now))
    }
    const check = () => {
      const active = localStorage.getItem(ACTIVE)
      // A new session in another tab, or cleared storage: the time of the last activity is unknown.
      if (active === null) touch()
      else if (Date.now() - Number(active) >= minutes * 60_000) onIdle()
    }
    check()
    const timer = setInterval(check, CHECK_MS)
    for (const sign of SIGNS) window.addEventListener(sign, touch, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true })
    }
  }, [minutes, onIdle])
}

/** A new session, or an unlocked screen, starts without earlier activity. */
export function forgetIdle(): void {
  localStorage.removeItem(ACTIVE)
}
