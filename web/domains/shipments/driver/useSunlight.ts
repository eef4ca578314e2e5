import { useEffect } from 'react'
import './sunlight.css'

/** While a driver's screen is shown, all colors of the window are those for bright sun. */
export function useSunlight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['inSun'] = ''
    return () => {
      delete dataset['inSun']
    }
  }, [])
}
