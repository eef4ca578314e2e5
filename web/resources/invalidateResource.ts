import type { QueryClient } from '@tanstack/react-query'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { hasRegisteredKinds, registeredKinds } from '#core/resources/registeredKinds.ts'

/** Queries of a kind to refetch: everything, or its lists and choices. */
type Part = 'all' | 'lists'

/** Refetches queries of a kind of record, and of kinds that share its table: a new customer is a company too. */
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

/** The kinds of a table. Before any screen but the first was opened, no other kind is shown. */
function kindsLike(resource: Resource): string[] {
  const all = hasRegisteredKinds() ? registeredKinds() : [resource]
  return all.filter((kind) => tableOf(kind) === tableOf(resource)).map(({ name }) => name)
}
