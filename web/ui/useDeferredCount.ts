import { startTransition, useEffect, useState } from 'react'

/**
 * How many rows of a list to draw: none at first, while the caller shows a placeholder; then the visible rows; then as many more at each
 * step. A slow machine reacts to the user between two steps, and an update repeats only the last step.
 * @param visible rows that are visible without scrolling
 * @param total rows in the list
 */
export function useDeferredCount(visible: number, total: number): number {
  const [count, setCount] = useState(Number.isFinite(visible) ? 0 : visible)
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + visible))
  }, [count, visible, total])
  return count
}
