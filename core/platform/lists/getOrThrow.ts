/** The value of a key that must be in the map. @throws Error naming the key */
export function getOrThrow<K, V>(values: { get(key: K): V | undefined }, key: K): V {
  const value = values.get(key)
  if (value === undefined) throw new Error(`Nothing is known about ${String(key)}`)
  return value
}
