/** The keys of an object that has no others than its type names, in order. */
export function keysOf<K extends string>(values: Readonly<Partial<Record<K, unknown>>>): [K, ...K[]]
export function keysOf(values: object): string[] {
  return Object.keys(values)
}
