import type { QueryClient } from '@tanstack/react-query'
import { type Resource, tableOf } from '#core/resources/definition.ts'

/** What is read anew of a kind: all of it, or what its records are looked for and chosen in. */
type Part = 'all' | 'lists'

/** Reads anew what is shown of a kind of record, and of those that share its table: a new customer is a company too. */
export async function invalidateResource(
  client: QueryClient,
  resource: Resource,
  part: Part = 'all',
): Promise<void> {
  const kinds = await kindsLike(resource)
  await client.invalidateQueries({
    predicate: ({ queryKey: [kind, what] }) =>
      kinds.includes(String(kind)) && (part === 'all' || what === 'list' || what === 'choices'),
  })
}

/**
 * The kinds of a table. All kinds are many, and the first screen does not wait for them; where they cannot be fetched
 * after a change, the kind itself is read anew and the change still counts as made.
 */
async function kindsLike(resource: Resource): Promise<string[]> {
  const all = await import('#core/registry.ts').then(
    ({ registry }) => Object.values(registry) as Resource[],
    () => [resource],
  )
  return all.filter((kind) => tableOf(kind) === tableOf(resource)).map(({ name }) => name)
}
