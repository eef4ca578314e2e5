import { useEffect } from 'react'

const ACTIVE = 'ullage.active'
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const WRITE_EVERY = 5000
const LOOK_EVERY = 5000

/**
 * Calls back once nobody has touched any tab of this browser for so long; a computer that slept counts its sleep, and so
 * does a page that is opened again. @param minutes 0 for never.
 */
export function useIdle(minutes: number, onIdle: () => void): void {
  useEffect(() => {
    if (minutes <= 0) return
    let written = 0
    const touch = () => {
      const now = Date.now()
      if (now - written < WRITE_EVERY && localStorage.getItem(ACTIVE) !== null) return
      written = now
      localStorage.setItem(ACTIVE, String(now))
    }
    const look = () => {
      const active = localStorage.getItem(ACTIVE)
      // A new session in another tab has just forgotten the time, or the storage was emptied: nobody was away since ever.
      if (active === null) touch()
      else if (Date.now() - Number(active) >= minutes * 60_000) onIdle()
    }
    look()
    const timer = setInterval(look, LOOK_EVERY)
    for (const sign of SIGNS) window.addEventListener(sign, touch, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true })
    }
  }, [minutes, onIdle])
}

/** A new session, or an opened lock, begins untouched by what was before. */
export function forgetIdle(): void {
  localStorage.removeItem(ACTIVE)
}
