import { useReducedMotion } from '@mantine/hooks'
import { type RefObject, useEffect, useRef } from 'react'
import { useAppearance } from '#web/platform/useAppearance.ts'

const DURATION_MS = 180

/** Animates a new screen as its user prefers; not if the system asks for reduced motion. */
export function useScreenAnimation(content: RefObject<HTMLElement | null>, pathname: string): void {
  const [{ animation }] = useAppearance()
  const isCalm = useReducedMotion()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (animation === 'none' || isCalm) return
    const fade = { opacity: [0, 1] }
    const frames =
      animation === 'slide' ? { ...fade, transform: ['translateY(12px)', 'translateY(0)'] } : fade
    content.current?.animate(frames, { duration: DURATION_MS, easing: 'ease-out' })
  }, [content, pathname, animation, isCalm])
}
