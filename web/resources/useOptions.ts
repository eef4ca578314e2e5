import { useQuery } from '@tanstack/react-query'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'

export interface Option {
  value: string
  label: string
}

/** The records of a kind to choose from. */
export function useOptions(resource: Resource, isWanted = true) {
  return useQuery({
    queryKey: [resource.name, 'choices'],
    queryFn: async ({ signal }): Promise<Option[]> => {
      const answer = await call<Record<string, unknown>>('GET', `${pathOf(resource)}?options=1`, undefined, {
        signal,
      })
      const rows = Object.values(answer).find(Array.isArray) as Record<string, unknown>[] | undefined
      return (rows ?? []).map((row) => ({ value: String(row[resource.id]), label: String(row['label']) }))
    },
    staleTime: 5 * 60_000,
    enabled: isWanted,
  })
}
