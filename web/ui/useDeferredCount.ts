import { startTransition, useEffect, useState } from 'react'

/**
 * How many rows of a list to draw: none at first, for which the caller shows what waits; then the visible ones; then the others, as
 * many at a time. A slow machine answers a press between two steps, and an update repeats only the last one.
 * @param seen rows that are visible without scrolling
 * @param total rows in the list
 */
export function useDeferredCount(seen: number, total: number): number {
  const [count, setCount] = useState(Number.isFinite(seen) ? 0 : seen)
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + seen))
  }, [count, seen, total])
  return count
}
