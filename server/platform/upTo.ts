/** The size of an LRU cache that reserves no memory for entries it may never hold, unlike `max`. */
export function upTo(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
