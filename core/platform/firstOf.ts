/** The first item of a list that cannot be empty. @throws Error if it is */
export function firstOf<T>(items: readonly T[]): T {
  for (const item of items) return item
  throw new Error('A list that must have an item is empty')
}
