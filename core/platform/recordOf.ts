import type { Values } from './values.ts'

/** A record with a value for each of its names. */
export function recordOf<K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V>
export function recordOf(names: readonly string[], make: (name: string) => unknown): Values {
  return Object.fromEntries(names.map((name) => [name, make(name)]))
}
