import { useEffect, useRef, useState } from 'react'

const GLOW_MS = 2000

/** True for a moment after the watched value changes; not for its initial value. */
export function useChangeHighlight(watched: unknown): boolean {
  const before = useRef(watched)
  const [isGlowing, setIsGlowing] = useState(false)
  useEffect(() => {
    if (before.current === watched) return
    before.current = watched
    setIsGlowing(true)
    const timer = setTimeout(() => setIsGlowing(false), GLOW_MS)
    return () => clearTimeout(timer)
  }, [watched])
  return isGlowing
}
