import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './MyDay.module.css'

/**
 * The bar at the bottom with the main button of a screen. Its height follows the text and its size; the screen reads it as
 * `--driver-bar` and reserves that space.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement
    const box = bar.current
    if (!box) return
    const measure = () => root.style.setProperty('--driver-bar', `${box.offsetHeight}px`)
    measure()
    const fit = new ResizeObserver(measure)
    fit.observe(box)
    return () => {
      fit.disconnect()
      root.style.removeProperty('--driver-bar')
    }
  }, [])
  return (
    <div ref={bar} className={styles.bottom}>
      {children}
    </div>
  )
}
