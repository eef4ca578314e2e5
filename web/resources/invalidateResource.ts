import type { QueryClient } from '@tanstack/react-query'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { hasRegisteredKinds, registeredKinds } from '#core/resources/registeredKinds.ts'

/** What is read anew of a kind: all of it, or what its records are looked for and chosen in. */
type Part = 'all' | 'lists'

/** Reads anew what is shown of a kind of record, and of those that share its table: a new customer is a company too. */
export async function invalidateResource(
  client: QueryClient,
  resource: Resource,
  part: Part = 'all',
): Promise<void> {
  const kinds = kindsLike(resource)
  await client.invalidateQueries({
    predicate: ({ queryKey: [kind, what] }) =>
      kinds.includes(String(kind)) && (part === 'all' || what === 'list' || what === 'choices'),
  })
}

/** The kinds of a table. As long as no screen but the first was opened, nothing is shown of another kind. */
function kindsLike(resource: Resource): string[] {
  const all = hasRegisteredKinds() ? registeredKinds() : [resource]
  return all.filter((kind) => tableOf(kind) === tableOf(resource)).map(({ name }) => name)
}
