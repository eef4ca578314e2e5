import { useEffect } from 'react'
import './sunlight.css'

/** Switches the window to high contrast while a driver's screen is shown. */
export function useSunlight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.inSun = ''
    return () => {
      delete dataset.inSun
    }
  }, [])
}
