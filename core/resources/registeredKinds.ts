import type { Resource } from './definition.ts'

let kinds: ReadonlyMap<string, Resource> | undefined

/**
 * Makes the kinds of record known by their names, by which definitions refer to each other. Whoever lists them all
 * (`core/registry.ts`) does it once; a process has one such list.
 */
export function registerKinds(all: Readonly<Record<string, Resource>>): void {
  kinds = new Map(Object.entries(all))
}

/** Whether the kinds are known: the browser draws its first screens before it has fetched their definitions. */
export function hasRegisteredKinds(): boolean {
  return kinds !== undefined
}

/** Every kind of record there is. */
export function registeredKinds(): readonly Resource[] {
  return [...known().values()]
}

/** The kind of record of a name that anybody may have written. */
export function kindNamed(name: string): Resource | undefined {
  return known().get(name)
}

/** The kind of record of that name; a definition that refers to one that is not there is a mistake of ours. */
export function resourceOf(name: string): Resource {
  const found = kindNamed(name)
  if (!found) throw new Error(`There is no kind of record named ${name}`)
  return found
}

/** An empty list would make conditions of visibility shorter than they are: nothing is asked before there is one. */
function known(): ReadonlyMap<string, Resource> {
  if (!kinds) throw new Error('The kinds of record are not registered: import core/registry.ts first.')
  return kinds
}
