type Json = Record<string, unknown>

/** Resolves the references of an API document. */
export function resolveReferences<T>(document: T): T {
  const resolved = new Map<string, unknown>()
  const written = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(written)
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, written(one)]))
    if (!resolved.has($ref)) resolved.set($ref, written(placeOf(document, $ref)))
    return resolved.get($ref)
  }
  return written(document) as T
}

function placeOf(document: unknown, reference: string): unknown {
  const names = reference.replace('#/', '').split('/')
  return names.reduce((place: unknown, name) => (place as Json)[name], document)
}
