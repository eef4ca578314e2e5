import type { QueryClient } from '@tanstack/react-query'
import { registry } from '#core/registry.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'

/** What is read anew of a kind: all of it, or what its records are looked for and chosen in. */
type Part = 'all' | 'lists'

/** Reads anew what is shown of a kind of record, and of those that share its table: a new customer is a company too. */
export function readAnew(client: QueryClient, resource: Resource, part: Part = 'all'): Promise<void> {
  const table = tableOf(resource)
  const kinds = (Object.values(registry) as Resource[])
    .filter((kind) => tableOf(kind) === table)
    .map(({ name }) => name)
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind, what] }) =>
      kinds.includes(String(kind)) && (part === 'all' || what === 'list' || what === 'choices'),
  })
}
