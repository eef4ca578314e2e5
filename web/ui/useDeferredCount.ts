import { startTransition, useEffect, useState } from 'react'

/**
 * How many rows of a list to draw: the visible ones at first, then the others, as many at a time, so that a slow machine answers a
 * press between them and an update repeats only the last step. For a part that mounts when its rows have loaded.
 * @param total rows in the list
 */
export function useDeferredCount(seen: number, total: number): number {
  const [count, setCount] = useState(seen)
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + seen))
  }, [count, seen, total])
  return count
}
