import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import type { StandardCalls } from '#core/resources/standardCalls.ts'
import { request } from '#web/platform/request.ts'
import { type AnyRecord, recordsIn } from './recordIn.ts'

export interface Option {
  value: string
  label: string
  /** What else people call it. */
  detail?: string
}

/** All records of a kind to choose from; where there may be many, an input takes `useChoices`. */
export function useOptions(resource: Resource, isWanted = true) {
  return useQuery({
    ...optionsOf(resource, isWanted),
    select: (rows): Option[] => rows.map((row) => optionOf(resource, row)),
  })
}

/** A record as one chooses it. */
export function optionOf(resource: Resource, row: AnyRecord): Option {
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
  const query = { options: '1', ...asked }
  return {
    queryKey: [resource.name, 'choices', ...(asked ? [asked] : [])],
    queryFn: async ({ signal }: QueryFunctionContext): Promise<readonly AnyRecord[]> => {
      const path = pathOf(resource)
      const answer = await request<StandardCalls<Resource>['list']>('GET', path, { query, signal })
      return recordsIn(resource, answer)
    },
    staleTime: 5 * 60_000,
    enabled: isWanted,
  }
}
