/** The item at a position that the list must have. @throws Error naming the position */
export function itemAt<T>(items: readonly T[], index: number): T {
  if (index in items) return items[index] as T
  throw new Error(`A list of ${items.length} has no item ${index}`)
}
