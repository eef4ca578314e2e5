import type { Resource } from '#core/resources/definition.ts'

/** Figures stand at the end of their column, so that their places line up. */
export function isFigure(resource: Resource, name: string): boolean {
  const kind = resource.fields[name]?.kind
  return kind === 'decimal' || kind === 'money' || kind === 'integer'
}
