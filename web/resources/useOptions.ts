import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { listKeyOf, pathOf, type Resource } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'

export interface Option {
  value: string
  label: string
  /** What else people call it. */
  detail?: string
}

type Row = Readonly<Record<string, unknown>>

/** All records of a kind to choose from; where there may be many, an input takes `useChoices`. */
export function useOptions(resource: Resource, isWanted = true) {
  return useQuery({
    ...optionsOf(resource, isWanted),
    select: (rows): Option[] => rows.map((row) => optionOf(resource, row)),
  })
}

/** A record as one chooses it. */
export function optionOf(resource: Resource, row: Row): Option {
  return {
    value: String(row[resource.id]),
    label: String(row['label']),
    ...(row['known_as'] ? { detail: String(row['known_as']) } : {}),
  }
}

/** The same with all that a form needs of each: what its definition names as `options`. */
export function useOptionRows<T>(resource: Resource, isWanted = true) {
  return useQuery({ ...optionsOf(resource, isWanted), select: (rows) => rows as unknown as T[] })
}

/** One call for all of them, which asks again after a while; `asked` narrows it. */
export function optionsOf(resource: Resource, isWanted: boolean, asked?: Record<string, string>) {
  const query = new URLSearchParams({ options: '1', ...asked })
  return {
    queryKey: [resource.name, 'choices', ...(asked ? [asked] : [])],
    queryFn: async ({ signal }: QueryFunctionContext): Promise<readonly Row[]> => {
      const path = `${pathOf(resource)}?${query}`
      const answer = await call<Record<string, readonly Row[]>>('GET', path, undefined, { signal })
      return answer[listKeyOf(resource)] ?? []
    },
    staleTime: 5 * 60_000,
    enabled: isWanted,
  }
}
