import type { Resource } from './definition.ts'

let kinds: ReadonlyMap<string, Resource> | undefined

/**
 * Registers the kinds of record by the names that definitions refer to. The complete list (`core/registry.ts`) calls it once
 * per process.
 */
export function registerKinds(all: Readonly<Record<string, Resource>>): void {
  kinds = new Map(Object.entries(all))
}

/** Whether the kinds are registered: the browser draws its first screens before it has loaded their definitions. */
export function hasRegisteredKinds(): boolean {
  return kinds !== undefined
}

/** All kinds of record. */
export function registeredKinds(): readonly Resource[] {
  return [...known().values()]
}

/** The kind of record of an untrusted name, or undefined. */
export function kindNamed(name: string): Resource | undefined {
  return known().get(name)
}

/** The kind of record of a name; an unknown name is a programming error. */
export function resourceOf(name: string): Resource {
  const found = kindNamed(name)
  if (!found) throw new Error(`There is no kind of record named ${name}`)
  return found
}

/** An empty list would weaken visibility conditions: fail until the kinds are registered. */
function known(): ReadonlyMap<string, Resource> {
  if (!kinds) throw new Error('The kinds of record are not registered: import core/registry.ts first.')
  return kinds
}
