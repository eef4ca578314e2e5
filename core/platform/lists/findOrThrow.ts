/** The first item that passes a test, in a list that must have one. @throws Error if it has none */
export function findOrThrow<T>(items: readonly T[], test: (item: T) => boolean): T {
  const item = items.find(test)
  if (item === undefined) throw new Error(`A list of ${items.length} lacks an item that must be in it`)
  return item
}
