import { useDeferredValue } from 'react'

/**
 * How many of a list to draw: those that are seen at first, and all of them right afterwards, when the browser has time.
 * For a part that begins when its rows are there.
 */
export function useDeferredCount(seen: number): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, seen)
}
