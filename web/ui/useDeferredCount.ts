import { useDeferredValue } from 'react'

/**
 * How many rows of a list to draw: the visible ones at first, and all right afterwards, when the browser has time. For a part
 * that mounts when its rows have loaded.
 */
export function useDeferredCount(seen: number): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, seen)
}
