/** The item at a position that the list must have. @throws Error naming the position */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item !== undefined || index in items) return item as T
  throw new Error(`A list of ${items.length} has no item ${index}`)
}
